import { valuesByIndex } from "../stream/by-index.js";
import { type Fields, isFields, joinTo, replaceIn } from "../stream/json-fields.js";

/** Adds the pieces of tool calls up. */
export interface ToolCallAccumulator {
  add(piece: Fields): void;
  /** The calls so far, in the order of their indices. */
  result(): Fields[];
}

/** Pieces of one `index` make one call. Without an index a new `id` opens a call, and any other piece continues the last. */
export function createToolCallAccumulator(): ToolCallAccumulator {
  const calls = new Map<number, Fields>();
  // The index of the first call with an id.
  const indices = new Map<string, number>();
  let latest = 0;
  let next = 0;

  function indexOf({ index, id }: Fields): number {
    if (isIndex(index)) return index;
    if (typeof id !== "string" || id === "") return latest;
    return indices.get(id) ?? next;
  }

  function add(piece: Fields): void {
    latest = indexOf(piece);
    next = Math.max(next, latest + 1);
    const call: Fields = calls.get(latest) ?? { id: "", type: "function" };
    calls.set(latest, call);
    for (const [key, value] of Object.entries(piece)) {
      if (key === "function" && isFields(value)) addFunction(call, value);
      else if (key !== "index") replaceIn(call, key, value);
    }
    const { id } = piece;
    if (typeof id === "string" && !indices.has(id)) indices.set(id, latest);
  }

  return { add, result: () => valuesByIndex(calls) };
}

function isIndex(index: unknown): index is number {
  // No list is longer than 32 bits count; what is larger is no index.
  return typeof index === "number" && index >>> 0 === index;
}

function addFunction(call: Fields, piece: Fields): void {
  const called = isFields(call.function) ? call.function : { name: "", arguments: "" };
  call.function = called;
  for (const [key, value] of Object.entries(piece)) {
    if (key === "arguments" && typeof value === "string") joinTo(called, key, value);
    else replaceIn(called, key, value);
  }
}
