import { type Fields, isFields, joinTo, replaceIn } from "../stream/json-fields.js";

/** Adds the pieces of tool calls up. */
export interface ToolCallAccumulator {
  add(piece: Fields): void;
  /** The calls so far, in the order of their indices. */
  result(): Fields[];
}

/** Pieces of one `index` make one call. Without an index a new `id` opens a call, and any other piece goes on with the last. */
export function createToolCallAccumulator(): ToolCallAccumulator {
  const calls = new Map<number, Fields>();
  let latest = -1;

  function indexOf({ index, id }: Fields): number {
    if (typeof index === "number") return index;
    if (typeof id !== "string" || id === "") return Math.max(latest, 0);
    const known = [...calls].find(([, call]) => call.id === id);
    return known?.[0] ?? Math.max(-1, ...calls.keys()) + 1;
  }

  function add(piece: Fields): void {
    latest = indexOf(piece);
    const call: Fields = calls.get(latest) ?? { id: "", type: "function" };
    calls.set(latest, call);
    for (const [key, value] of Object.entries(piece)) {
      if (key === "function" && isFields(value)) addFunction(call, value);
      else if (key !== "index") replaceIn(call, key, value);
    }
  }

  function result(): Fields[] {
    return [...calls].sort(([a], [b]) => a - b).map(([, call]) => call);
  }

  return { add, result };
}

function addFunction(call: Fields, piece: Fields): void {
  const called = isFields(call.function) ? call.function : { name: "", arguments: "" };
  call.function = called;
  for (const [key, value] of Object.entries(piece)) {
    if (key === "arguments" && typeof value === "string") joinTo(called, key, value);
    else replaceIn(called, key, value);
  }
}
