import {
  type Fields,
  isFields,
  joinTo,
  jsonFor,
  replaceIn,
  textIn,
  valueAt,
  valuesByIndex,
} from "../stream/json-fields.js";

/**
 * Adds the pieces of tool calls up. Pieces of one `index` make one call. Without an index a new `id` opens a call, and any other piece continues the last.
 * So it is where a gateway gives several calls the same index: a new `id` with a name opens a call there too.
 */
export function createToolCallAccumulator() {
  const calls = new Map<number, Fields>();
  // The place of the first call with an id, and of the last with an index that several calls share.
  const places = new Map<unknown, number>();
  let latest = 0;
  let next = 0;

  function findPlace({ index, id, function: opened }: Fields): number {
    if (!isIndex(index)) return textIn(id) ? (places.get(id) ?? next) : latest;
    const place = places.get(index) ?? index;
    const known = calls.get(place)?.id;
    // A new id alone may be that of the piece.
    if (!known || !textIn(id) || known === id || !(opened as Fields | undefined)?.name) return place;
    places.set(index, next);
    return next;
  }

  function add(piece: Fields): void {
    latest = findPlace(piece);
    next = Math.max(next, latest + 1);
    const call = valueAt(calls, latest, () => ({ id: "", type: "function" }));
    for (const [key, value] of Object.entries(piece)) {
      if (key === "function" && isFields(value)) addFunction(call, value);
      else if (key !== "index") replaceIn(call, key, value);
    }
    const { id } = piece;
    if (textIn(id) && !places.has(id)) places.set(id, latest);
  }

  return { add, result: () => valuesByIndex(calls).map(fillToolCall) };
}

/** @internal */
export type ToolCallAccumulator = ReturnType<typeof createToolCallAccumulator>;

/** Adds what a caller reads of every tool call: its function, with the arguments as the text of JSON. */
export function fillToolCall(call: Fields): Fields {
  const called: Fields = isFields(call.function) ? call.function : {};
  call.function = called;
  if (typeof called.arguments !== "string") called.arguments = jsonFor(called.arguments);
  return call;
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
