import type { Call } from "../call/call.js";
import type { Dialect } from "../stream/dialect.js";
import {
  appendTo,
  type Fields,
  isFields,
  joinTo,
  jsonFor,
  objectsIn,
  textFor,
  textIn,
  valueAt,
  valuesByIndex,
} from "../stream/json-fields.js";
import { ModelStream } from "../stream/model-stream.js";
import { createTypedEventReader, readMembers } from "../stream/typed-event.js";
import type { ResponseResource, ResponseStreamEvent } from "../types.js";

/**
 * A streamed response; it ends at `response.completed`, `response.incomplete` or `response.failed`, so look at the
 * `status` of what `final()` gives. Whether `[DONE]` follows does not matter.
 *
 * @example
 * for await (const event of stream) {
 *   if (event.type === "response.output_text.delta") process.stdout.write(event.delta);
 * }
 */
export class ResponseStream extends ModelStream<ResponseStreamEvent, ResponseResource> {
  /** @internal Made by `client.responses`. */
  constructor(call: Call, opening?: Promise<unknown>) {
    super(call, createResponseDialect(), opening);
  }
}

// Marked, so that a bundle without responses leaves them out.
const requiredMembers = /* @__PURE__ */ readMembers(
  {
    "created queued in_progress completed incomplete failed": "response:object",
    "output_item.added output_item.done": "output_index:number item:object",
    "content_part.added content_part.done": "output_index:number content_index:number part:object",
    "output_text.delta refusal.delta reasoning_text.delta reasoning.delta":
      "output_index:number content_index:number delta:string",
    "output_text.done reasoning_text.done reasoning.done": "output_index:number content_index:number text:string",
    "refusal.done": "output_index:number content_index:number refusal:string",
    "output_text.annotation.added": "output_index:number content_index:number",
    "reasoning_summary_part.added reasoning_summary_part.done": "output_index:number summary_index:number part:object",
    "reasoning_summary_text.delta": "output_index:number summary_index:number delta:string",
    "reasoning_summary_text.done": "output_index:number summary_index:number text:string",
    "function_call_arguments.delta": "output_index:number delta:json",
    "function_call_arguments.done": "output_index:number arguments:json",
    "web_search_call.in_progress web_search_call.searching web_search_call.completed": "output_index:number",
  },
  "response.",
);

const last: readonly unknown[] = ["response.completed", "response.incomplete", "response.failed"];

// They say that work goes on, and bring nothing of the reply.
const withoutContent =
  /^response\.(created|queued|in_progress|(output_item|content_part|reasoning_summary_part)\.added)$/;

/** True if an event adds to the reply. */
function hasResponseContent(event: ResponseStreamEvent): boolean {
  return "delta" in event ? event.delta !== "" : !withoutContent.test(event.type);
}

/** The last event has the whole response. The output is rebuilt for streams that are cut or leave it out. */
function createResponseDialect(): Dialect<ResponseStreamEvent, ResponseResource> {
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
      if (!last.includes(type)) delete response.output_text;
    } else if (type.startsWith("response.output_item.")) {
      items.set(fields.output_index, ownItem(fields.item));
    } else {
      addToItem(
        valueAt(items, fields.output_index, () => ownItem({})),
        fields,
      );
    }
  }

  function result(): ResponseResource | undefined {
    if (response === undefined) return undefined;
    const { output } = response;
    if (Array.isArray(output) && output.length > 0) return withOutputText(response);
    return withOutputText({ ...response, output: valuesByIndex(items).map(toOutputItem) });
  }

  return {
    read: createTypedEventReader({ requiredMembers, last }),
    add,
    result,
    readText: ({ output_text }) => output_text,
    hasContent: hasResponseContent,
  };
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

function toOutputItem({ fields, content, summary }: Item): Fields {
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
  const part = isFields(found) ? found : { type: namePartType(event.type) };
  parts.set(index, part);
  if (event.type.includes("refusal")) addText(part, "refusal", event.delta, event.refusal);
  else if (event.type.includes("annotation")) appendTo(part, "annotations", [event.annotation]);
  else {
    addText(part, "text", event.delta, event.text);
    if (event.delta !== undefined && Array.isArray(event.logprobs)) appendTo(part, "logprobs", event.logprobs);
  }
}

function namePartType(type: string): string {
  if (type.includes("refusal")) return "refusal";
  if (type.includes("summary")) return "summary_text";
  return type.includes("reasoning") ? "reasoning_text" : "output_text";
}

/** The pieces make a text; the whole text, which comes last, takes their place. */
function addText(fields: Fields, name: string, piece: unknown, whole: unknown): void {
  if (typeof piece === "string") joinTo(fields, name, piece);
  else if (typeof whole === "string") fields[name] = whole;
}

/** Adds `output_text` (R4.9): the text of all messages, joined; and the lists that callers read of every item. */
export function withOutputText(response: object): ResponseResource {
  const { output, output_text } = response as Fields;
  const items = objectsIn(output).map(fillItem);
  const text = textIn(output_text) ?? items.map(joinItemText).join("");
  // The members that the contract requires, and the text.
  return { ...response, output: items, output_text: text } as unknown as ResponseResource;
}

function fillItem(item: Fields): Fields {
  const { type, content } = item;
  const list = type === "message" ? "content" : "summary";
  if (type === "message" && content != null && !Array.isArray(content)) {
    item.content = [{ type: "output_text", text: content }];
  }
  if (type === "message" || type === "reasoning") {
    const parts = objectsIn(item[list]);
    item[list] = parts;
    for (const part of parts) {
      const name = part.type === "refusal" ? "refusal" : "text";
      if (name in part) part[name] = textFor(part[name]);
    }
  } else if (type === "function_call" && typeof item.arguments !== "string") {
    item.arguments = jsonFor(item.arguments);
  }
  return item;
}

function joinItemText({ type, content }: Fields): string {
  if (type !== "message") return "";
  return objectsIn(content)
    .map((part) => (part.type === "output_text" && textIn(part.text)) || "")
    .join("");
}
