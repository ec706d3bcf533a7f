import { parsedOrText } from "../call/response-body.js";
import { valuesByIndex } from "../stream/by-index.js";
import {
  appendTo,
  type Fields,
  isFields,
  joinTo,
  objectsIn,
  replaceIn,
  textFor,
  textIn,
} from "../stream/json-fields.js";
import type { Message, MessageStreamEvent, StreamedMessage } from "../types.js";

/** Adds the events of a stream up to a message. */
export interface MessageAccumulator {
  add(event: MessageStreamEvent): void;
  /** The message so far; absent before the first event. */
  result(): StreamedMessage | undefined;
}

interface Block {
  fields: Fields;
  /** The pieces of the input's JSON. */
  json: string;
}

// What each kind of delta makes of a block: the block's type, where it did not start by itself, and the text that grows.
const deltas = new Map<unknown, { type: string; text: string }>([
  ["text_delta", { type: "text", text: "text" }],
  ["thinking_delta", { type: "thinking", text: "thinking" }],
  ["signature_delta", { type: "thinking", text: "signature" }],
]);

/** A delta or a block of a kind that this version does not know can't break the result. */
export function createMessageAccumulator(): MessageAccumulator {
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
    const known = deltas.get(type);
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
    const content = valuesByIndex(blocks).map(contentOf);
    // The events have the fields of the message, in pieces.
    return { ...message, content } as unknown as StreamedMessage;
  }

  return { add, result };
}

function contentOf({ fields, json }: Block): Fields {
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
export function textOfMessage({ content }: StreamedMessage): string {
  // A block that starts with a text of another type reaches the caller as it came.
  return content.map((block) => (block.type === "text" && textIn(block.text)) || "").join("");
}
