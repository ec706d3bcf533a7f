import { appendTo, type Fields, isFields, joinTo } from "../stream/json-fields.js";
import type { ResponseResource, ResponseStreamEvent } from "../types.js";
import { withOutputText } from "./output-text.js";

/** Rebuilds a response from the events of its stream. */
export interface ResponseAccumulator {
  add(event: ResponseStreamEvent): void;
  /** The response so far; absent before the first event. */
  result(): ResponseResource | undefined;
}

/**
 * The response of the last event is the whole; its output is rebuilt from the events before, for a stream that is cut
 * and for a service whose last event leaves it out.
 */
export function createResponseAccumulator(): ResponseAccumulator {
  let response: Fields | undefined;
  const items = new Map<number, Fields>();

  function add(event: ResponseStreamEvent): void {
    response ??= {};
    // Its members were looked at when it was read, so that they can be taken by name.
    const fields = event as unknown as EventFields;
    const { type } = fields;
    if (isFields(fields.response)) {
      response = { ...response, ...fields.response };
      return;
    }
    const item = itemAt(fields.output_index);
    if (type.startsWith("response.output_item.")) {
      items.set(fields.output_index, ownItem(fields.item));
    } else if (type.startsWith("response.web_search_call.")) {
      item.status = type.slice(type.lastIndexOf(".") + 1);
    } else if (type.startsWith("response.function_call_arguments.")) {
      addText(item, "arguments", fields.delta, fields.arguments);
    } else if (fields.summary_index !== undefined) {
      addToPart(partsOf(item, "summary"), fields.summary_index, fields);
    } else {
      addToPart(partsOf(item, "content"), fields.content_index, fields);
    }
  }

  function itemAt(index: number): Fields {
    const item = items.get(index) ?? {};
    items.set(index, item);
    return item;
  }

  function result(): ResponseResource | undefined {
    if (response === undefined) return undefined;
    const { output } = response;
    if (Array.isArray(output) && output.length > 0) return withOutputText(response);
    return withOutputText({ ...response, output: [...items].sort(([a], [b]) => a - b).map(([, item]) => item) });
  }

  return { add, result };
}

interface EventFields {
  type: string;
  response?: unknown;
  output_index: number;
  item: Fields;
  content_index: number;
  summary_index?: number;
  part?: unknown;
  delta?: string;
  arguments?: string;
  text?: string;
  refusal?: string;
  annotation?: unknown;
  logprobs?: unknown;
}

/** A copy whose lists are ours to add to; the event is the caller's. */
function ownItem(item: Fields): Fields {
  const own = { ...item };
  for (const name of ["content", "summary"]) {
    const parts = own[name];
    if (Array.isArray(parts)) own[name] = parts.map((part) => (isFields(part) ? ownPart(part) : part));
  }
  return own;
}

function ownPart(part: Fields): Fields {
  const own = { ...part };
  for (const [name, value] of Object.entries(own)) if (Array.isArray(value)) own[name] = [...value];
  return own;
}

function partsOf(item: Fields, name: "content" | "summary"): unknown[] {
  const parts = item[name];
  if (Array.isArray(parts)) return parts;
  const own: unknown[] = [];
  item[name] = own;
  return own;
}

function addToPart(parts: unknown[], index: number, event: EventFields): void {
  if (isFields(event.part)) {
    parts[placeOf(parts, index)] = ownPart(event.part);
    return;
  }
  const place = placeOf(parts, index);
  const found = parts[place];
  const part = isFields(found) ? found : { type: partTypeOf(event.type) };
  parts[place] = part;
  if (event.type.includes("refusal")) addText(part, "refusal", event.delta, event.refusal);
  else if (event.type.includes("annotation")) appendTo(part, "annotations", [event.annotation]);
  else {
    addText(part, "text", event.delta, event.text);
    if (event.delta !== undefined && Array.isArray(event.logprobs)) appendTo(part, "logprobs", event.logprobs);
  }
}

// An index that leaves a gap must not make a list of a million holes.
function placeOf(parts: unknown[], index: number): number {
  return Number.isInteger(index) && index >= 0 && index < parts.length ? index : parts.length;
}

function partTypeOf(type: string): string {
  if (type.includes("refusal")) return "refusal";
  if (type.includes("summary")) return "summary_text";
  return type.includes("reasoning") ? "reasoning_text" : "output_text";
}

/** The pieces make a text; the whole text, which comes last, takes their place. */
function addText(fields: Fields, name: string, piece: string | undefined, whole: string | undefined): void {
  if (piece !== undefined) joinTo(fields, name, piece);
  else if (whole !== undefined) fields[name] = whole;
}
