import type { Call } from "../call/call.js";
import { readErrorObject } from "../errors/call-error.js";
import type { Dialect, ReadEvent } from "../stream/dialect.js";
import type { ServerSentEvent } from "../stream/event-stream-decoder.js";
import {
  addHidden,
  appendTo,
  type Fields,
  isFields,
  joinTo,
  noObject,
  objectsIn,
  parseFields,
  replaceIn,
  textFor,
  valueAt,
  valuesByIndex,
} from "../stream/json-fields.js";
import { ModelStream } from "../stream/model-stream.js";
import type { ChatCompletionChunk, StreamedChatCompletion } from "../types.js";
import { createToolCallAccumulator, fillToolCall, type ToolCallAccumulator } from "./tool-call-accumulator.js";

/**
 * A streamed chat completion; it ends at `[DONE]`. An event that this version does not know is passed on as it came,
 * with no choices.
 *
 * @example
 * for await (const chunk of stream) process.stdout.write(chunk.choices[0]?.delta.content ?? "");
 */
export class ChatCompletionStream extends ModelStream<ChatCompletionChunk, StreamedChatCompletion> {
  /** @internal Made by `client.chat.completions`. */
  constructor(call: Call, opening?: Promise<unknown>) {
    super(call, createChatDialect(), opening);
  }
}

/** Reads one event. Gateways name chunks otherwise and send notes: whatever came is passed on, content is added. */
function readChatEvent({ event, data }: ServerSentEvent): ReadEvent<ChatCompletionChunk> {
  if (data === "[DONE]") return { kind: "end" };
  const isNamed = event !== "" && event !== "message";

  const parsed = parseFields(data);
  const isJSON = typeof parsed !== "string";
  if (!isJSON) {
    if (event === "error") return { kind: "error", error: { message: data } };
    if (parsed === noObject) return { kind: "nothing" };
    if (!isNamed) return { kind: "broken", what: `with an event of ${parsed}` };
  }
  const value: Fields = isJSON ? parsed : { event, data };
  if (event === "error" || value.error) {
    return { kind: "error", error: readErrorObject(value) ?? { message: "no message" } };
  }
  const { object, choices, usage } = value;
  const isChunk = Array.isArray(choices) || (!isNamed && (object === "chat.completion.chunk" || isFields(usage)));
  fillChoices(value, "delta");
  // What a chunk must have is there.
  return { kind: isChunk ? "event" : "unknown", event: value as unknown as ChatCompletionChunk };
}

/** True if a chunk adds to the reply: a piece of it, or the reason of its end. */
function hasChatContent({ choices }: ChatCompletionChunk): boolean {
  for (const { delta, finish_reason } of choices) {
    if (finish_reason != null) return true;
    // Read by name, because tomorrow's deltas have more fields than the type.
    const fields = delta as Fields;
    for (const name in fields) if (name !== "role" && !isEmpty(fields[name])) return true;
  }
  return false;
}

function isEmpty(value: unknown): boolean {
  return typeof value === "string" ? value === "" : !isFields(value) || Object.keys(value).length === 0;
}

interface Choice {
  fields: Fields;
  message: Fields;
  toolCalls: ToolCallAccumulator | undefined;
}

/**
 * In a delta texts are joined and lists appended to; everywhere else the last value that is not empty counts.
 * So a field that this version does not know is kept, and none can break the result.
 */
function createChatDialect(): Dialect<ChatCompletionChunk, StreamedChatCompletion> {
  let reply: Fields | undefined;
  const choices = new Map<unknown, Choice>();

  function add(chunk: ChatCompletionChunk): void {
    // Read by name, because tomorrow's chunks have more fields than the type.
    const fields = chunk as unknown as Fields;
    reply ??= {};
    for (const key in fields) {
      if (key !== "choices" && key !== "obfuscation") replaceIn(reply, key, fields[key]);
    }
    for (const piece of chunk.choices) addChoice(piece as unknown as Fields);
  }

  function addChoice(piece: Fields): void {
    const index = piece.index ?? 0;
    const choice = valueAt(choices, index, () => ({
      fields: { index, finish_reason: null },
      message: { role: "assistant", content: null },
      toolCalls: undefined,
    }));
    for (const key in piece) {
      const value = piece[key];
      if (key === "delta") addDelta(choice, value);
      else if (key === "logprobs") addLogprobs(choice, value);
      else replaceIn(choice.fields, key, value);
    }
  }

  function result(): StreamedChatCompletion | undefined {
    if (reply === undefined) return undefined;
    const whole = { ...reply, object: "chat.completion", choices: valuesByIndex(choices).map(toChoice) };
    // The chunks have the fields of the reply, in pieces.
    return whole as unknown as StreamedChatCompletion;
  }

  return {
    read: readChatEvent,
    add,
    result,
    readText: ({ choices }) => choices[0]?.message.content ?? "",
    hasContent: hasChatContent,
  };
}

function addDelta(choice: Choice, delta: unknown): void {
  if (!isFields(delta)) return;
  for (const key in delta) {
    const value = delta[key];
    if (key === "tool_calls" && Array.isArray(value)) addToolCalls(choice, value);
    else if (typeof value === "string" && key !== "role") joinTo(choice.message, key, value);
    else if (Array.isArray(value)) appendTo(choice.message, key, value);
    else replaceIn(choice.message, key, value);
  }
}

function addToolCalls(choice: Choice, pieces: unknown[]): void {
  choice.toolCalls ??= createToolCallAccumulator();
  for (const piece of pieces) if (isFields(piece)) choice.toolCalls.add(piece);
}

function addLogprobs({ fields }: Choice, logprobs: unknown): void {
  if (!isFields(logprobs)) return;
  const lists: Fields = isFields(fields.logprobs) ? fields.logprobs : {};
  fields.logprobs = lists;
  for (const key in logprobs) {
    const value = logprobs[key];
    if (Array.isArray(value)) appendTo(lists, key, value);
  }
}

function toChoice({ fields, message, toolCalls }: Choice): Fields {
  return { ...fields, message: { ...message, ...(toolCalls && { tool_calls: toolCalls.result() }) } };
}

/** Adds the choices, deltas and messages that a caller reads; what was left out is not printed. */
export function fillChoices(reply: Fields, part: "delta" | "message"): void {
  if (!Array.isArray(reply.choices)) addHidden(reply, "choices", []);
  const choices = reply.choices as unknown[];
  for (let index = 0; index < choices.length; index++) {
    const choice = isFields(choices[index]) ? (choices[index] as Fields) : {};
    choices[index] = choice;
    if (!isFields(choice[part])) addHidden(choice, part, {});
    const message = choice[part] as Fields;
    const { content } = message;
    // Some send parts in the place of a text. The text is what callers print; what came stays beside it.
    if (content != null && typeof content !== "string") {
      message.content = textFor(content);
      message.content_parts = content;
    }
    if (part === "message" && message.tool_calls != null) {
      message.tool_calls = objectsIn(message.tool_calls).map(fillToolCall);
    }
  }
}
