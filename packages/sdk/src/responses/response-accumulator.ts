import { valuesByIndex } from "../stream/by-index.js";
import { appendTo, type Fields, isFields, joinTo } from "../stream/json-fields.js";
import type { ResponseResource, ResponseStreamEvent } from "../types.js";
import { withOutputText } from "./output-text.js";
import { isLastResponseEvent } from "./response-events.js";

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
  const items = new Map<number, Item>();

  function add(event: ResponseStreamEvent): void {
    response ??= {};
    // Its members were looked at when it was read, so that they can be taken by name.
    const fields = event as unknown as EventFields;
    const { type } = fields;
    if (isFields(fields.response)) {
      for (const key in fields.response) if (key !== "__proto__") response[key] = fields.response[key];
      // An earlier event has not all of the text.
      if (!isLastResponseEvent(type)) delete response.output_text;
    } else if (type.startsWith("response.output_item.")) {
      items.set(fields.output_index, ownItem(fields.item));
    } else {
      addToItem(itemAt(fields.output_index), fields);
    }
  }

  function itemAt(index: number): Item {
    const item = items.get(index) ?? ownItem({});
    items.set(index, item);
    return item;
  }

  function result(): ResponseResource | undefined {
    if (response === undefined) return undefined;
    const { output } = response;
    if (Array.isArray(output) && output.length > 0) return withOutputText(response);
    return withOutputText({ ...response, output: valuesByIndex(items).map(outputOf) });
  }

  return { add, result };
}

/** Parts by their index, of which a stream may leave some out. */
type Parts = Map<unknown, unknown>;

interface Item {
  fields: Fields;
  content: Parts | undefined;
  summary: Parts | undefined;
}

interface EventFields {
  type: string;
  response?: unknown;
  output_index: number;
  item: Fields;
  content_index: number;
  summary_index?: number;
  part?: unknown;
  delta?: unknown;
  arguments?: unknown;
  text?: unknown;
  refusal?: unknown;
  annotation?: unknown;
  logprobs?: unknown;
}

/** A copy whose parts are ours to add to; the event is the caller's. */
function ownItem(fields: Fields): Item {
  return { fields: { ...fields }, content: ownParts(fields.content), summary: ownParts(fields.summary) };
}

function ownParts(parts: unknown): Parts | undefined {
  if (!Array.isArray(parts)) return undefined;
  return new Map(parts.map((part, index) => [index, isFields(part) ? ownPart(part) : part]));
}

function ownPart(part: Fields): Fields {
  const own = { ...part };
  for (const [name, value] of Object.entries(own)) if (Array.isArray(value)) own[name] = [...value];
  return own;
}

function outputOf({ fields, content, summary }: Item): Fields {
  const item = { ...fields };
  if (content !== undefined) item.content = valuesByIndex(content);
  if (summary !== undefined) item.summary = valuesByIndex(summary);
  return item;
}

function addToItem(item: Item, event: EventFields): void {
  const { type } = event;
  if (type.startsWith("response.web_search_call.")) {
    item.fields.status = type.slice(type.lastIndexOf(".") + 1);
  } else if (type.startsWith("response.function_call_arguments.")) {
    addText(item.fields, "arguments", event.delta, event.arguments);
  } else if (event.summary_index !== undefined) {
    item.summary ??= new Map();
    addToPart(item.summary, event.summary_index, event);
  } else {
    item.content ??= new Map();
    addToPart(item.content, event.content_index, event);
  }
}

function addToPart(parts: Parts, index: number, event: EventFields): void {
  if (isFields(event.part)) {
    parts.set(index, ownPart(event.part));
    return;
  }
  const found = parts.get(index);
  const part = isFields(found) ? found : { type: partTypeOf(event.type) };
  parts.set(index, part);
  if (event.type.includes("refusal")) addText(part, "refusal", event.delta, event.refusal);
  else if (event.type.includes("annotation")) appendTo(part, "annotations", [event.annotation]);
  else {
    addText(part, "text", event.delta, event.text);
    if (event.delta !== undefined && Array.isArray(event.logprobs)) appendTo(part, "logprobs", event.logprobs);
  }
}

function partTypeOf(type: string): string {
  if (type.includes("refusal")) return "refusal";
  if (type.includes("summary")) return "summary_text";
  return type.includes("reasoning") ? "reasoning_text" : "output_text";
}

/** The pieces make a text; the whole text, which comes last, takes their place. */
function addText(fields: Fields, name: string, piece: unknown, whole: unknown): void {
  if (typeof piece === "string") joinTo(fields, name, piece);
  else if (typeof whole === "string") fields[name] = whole;
}
