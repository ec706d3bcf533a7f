import type { Call } from "../call/call.js";
import type { Dialect, ReadEvent } from "../stream/dialect.js";
import type { ServerSentEvent } from "../stream/event-stream-decoder.js";
import {
  appendTo,
  type Fields,
  isFields,
  joinTo,
  objectsIn,
  parsedOrText,
  replaceIn,
  textFor,
  textIn,
  valuesByIndex,
} from "../stream/json-fields.js";
import { ModelStream } from "../stream/model-stream.js";
import { createTypedEventReader, fillMembers, readMembers } from "../stream/typed-event.js";
import type { Message, MessageStreamEvent, StreamedMessage } from "../types.js";

/**
 * A streamed message; it ends at `message_stop`. `final()` gives the message with its text, tools, thinking and usage.
 *
 * @example
 * for await (const event of stream) {
 *   if (event.type === "content_block_delta" && event.delta.type === "text_delta") process.stdout.write(event.delta.text);
 * }
 */
export class MessageStream extends ModelStream<MessageStreamEvent, StreamedMessage> {
  /** @internal Made by `client.messages`. */
  constructor(call: Call, opening?: Promise<unknown>) {
    super(call, createMessageDialect(), opening);
  }
}

// Marked, so that a bundle without messages leaves them out.
const requiredMembers = /* @__PURE__ */ readMembers({
  message_start: "message:object",
  content_block_start: "index:number content_block:object",
  content_block_delta: "index:number delta:object",
  content_block_stop: "index:number",
  message_delta: "delta:object",
  "message_stop ping": "",
});

const deltas = /* @__PURE__ */ readMembers({
  text_delta: "text:string",
  input_json_delta: "partial_json:json",
  thinking_delta: "thinking:string",
  signature_delta: "signature:string",
  citations_delta: "citation:object",
});

/** Reads the events of one messages stream. Its end alone is none, but a late `message_start` loses nothing. */
function createMessageEventReader(): (event: ServerSentEvent) => ReadEvent<MessageStreamEvent> {
  const readTyped = createTypedEventReader<MessageStreamEvent>({ requiredMembers, last: ["message_stop"] });
  let hasBegun = false;

  return (event) => {
    const read = readTyped(event);
    if (read.kind !== "event") return read;
    const { type } = read.event;
    if (type === "message_stop" && !hasBegun) return { kind: "broken", what: `with a ${type} before message_start` };
    hasBegun ||= type !== "ping";
    if (type !== "content_block_delta") return read;

    // Read by name, because tomorrow's deltas are none of the type's.
    const delta = read.event.delta as unknown as Fields;
    const required = deltas.get(delta.type);
    if (required !== undefined) fillMembers(delta, required);
    return read;
  };
}

/** True if an event adds to the reply. A block that starts empty and a ping don't. */
function hasMessageContent(event: MessageStreamEvent): boolean {
  switch (event.type) {
    case "content_block_start":
      return hasText(event.content_block);
    case "content_block_delta":
      return hasText(event.delta);
    default:
      return event.type === "message_delta";
  }
}

function hasText(piece: object): boolean {
  const fields = piece as Fields;
  for (const name in fields) {
    const value = fields[name];
    if (name !== "type" && (typeof value === "string" ? value !== "" : name === "citation")) return true;
  }
  return false;
}

interface Block {
  fields: Fields;
  json: string;
}

// What each kind of delta makes of a block: the block's type, where it did not start by itself, and the text that grows.
const growingTexts = new Map<unknown, { type: string; text: string }>([
  ["text_delta", { type: "text", text: "text" }],
  ["thinking_delta", { type: "thinking", text: "thinking" }],
  ["signature_delta", { type: "thinking", text: "signature" }],
]);

/** A delta or a block of a kind that this version does not know can't break the result. */
function createMessageDialect(): Dialect<MessageStreamEvent, StreamedMessage> {
  let message: Fields | undefined;
  const blocks = new Map<number, Block>();

  function add(event: MessageStreamEvent): void {
    if (event.type === "ping") return;
    message ??= {};
    // What is taken by name below was looked at when the event was read; tomorrow's members are in no type.
    switch (event.type) {
      case "message_start":
        start(event.message as unknown as Fields);
        break;
      case "content_block_start":
        open(event.index, event.content_block as unknown as Fields);
        break;
      case "content_block_delta":
        grow(event.index, event.delta as unknown as Fields);
        break;
      case "message_delta":
        change(event as unknown as Fields);
        break;
    }
  }

  function start(fields: Fields): void {
    message = { ...fields };
    if (isFields(fields.usage)) message.usage = { ...fields.usage };
    if (!Array.isArray(fields.content)) return;
    for (const [index, block] of fields.content.entries()) if (isFields(block)) open(index, block);
  }

  function open(index: number, fields: Fields): Block {
    const block: Block = { fields: { ...fields }, json: "" };
    if (Array.isArray(fields.citations)) block.fields.citations = [...fields.citations];
    blocks.set(index, block);
    return block;
  }

  function grow(index: number, delta: Fields): void {
    const { type } = delta;
    // By identity: a type that is no text may throw where it is made one.
    const known = growingTexts.get(type);
    if (known !== undefined) {
      const block = blocks.get(index) ?? open(index, { type: known.type });
      joinTo(block.fields, known.text, delta[known.text] as string); // it was filled in
    } else if (type === "input_json_delta") {
      const block = blocks.get(index) ?? open(index, { type: "tool_use", id: "", name: "", input: {} });
      block.json += delta.partial_json;
    } else if (type === "citations_delta") {
      const block = blocks.get(index) ?? open(index, { type: "text", text: "" });
      appendTo(block.fields, "citations", [delta.citation]);
    }
  }

  // Its usage counts from the beginning, so that the last value is the whole.
  function change({ delta, usage }: Fields): void {
    const fields = message ?? {};
    for (const [key, value] of Object.entries(delta ?? {})) {
      if (key === "usage") count(fields, value);
      else if (key !== "__proto__") fields[key] = value;
    }
    count(fields, usage);
  }

  // Into an object of our own; the events are the caller's.
  function count(fields: Fields, usage: unknown): void {
    if (!isFields(usage)) return;
    const used: Fields = isFields(fields.usage) ? fields.usage : {};
    fields.usage = used;
    for (const key in usage) replaceIn(used, key, usage[key]);
  }

  function result(): StreamedMessage | undefined {
    if (message === undefined) return undefined;
    const content = valuesByIndex(blocks).map(toContentBlock);
    // The events have the fields of the message, in pieces.
    return { ...message, content } as unknown as StreamedMessage;
  }

  return {
    read: createMessageEventReader(),
    add,
    result,
    readText: joinText,
    hasContent: hasMessageContent,
  };
}

function toContentBlock({ fields, json }: Block): Fields {
  if (json === "") return { ...fields };
  const input = parsedOrText(json);
  // A text in JSON has quotes around it, so it never is its own value.
  return input === json ? { ...fields, partial_json: json } : { ...fields, input };
}

/** Leaves in the content of a whole reply what callers read: blocks, those of text with a text. */
export function fillMessage(reply: object): Message {
  const fields = reply as Fields;
  const blocks = objectsIn(fields.content);
  for (const block of blocks) if (block.type === "text") block.text = textFor(block.text);
  fields.content = blocks;
  // The members that callers read are there.
  return reply as Message;
}

/** Returns the text of a message: its text blocks, joined. */
function joinText({ content }: StreamedMessage): string {
  // A block that starts with a text of another type reaches the caller as it came.
  return content.map((block) => (block.type === "text" && textIn(block.text)) || "").join("");
}
