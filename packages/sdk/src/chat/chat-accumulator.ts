import { valuesByIndex } from "../stream/by-index.js";
import { appendTo, type Fields, isFields, joinTo, replaceIn } from "../stream/json-fields.js";
import type { ChatCompletionChunk, StreamedChatCompletion } from "../types.js";
import { createToolCallAccumulator, type ToolCallAccumulator } from "./tool-call-accumulator.js";

/** Adds the chunks of a stream up to a reply. */
export interface ChatAccumulator {
  add(chunk: ChatCompletionChunk): void;
  /** The reply so far; absent before the first chunk. */
  result(): StreamedChatCompletion | undefined;
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
export function createChatAccumulator(): ChatAccumulator {
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
    const choice: Choice = choices.get(index) ?? {
      fields: { index, finish_reason: null },
      message: { role: "assistant", content: null },
      toolCalls: undefined,
    };
    choices.set(index, choice);
    for (const key in piece) {
      const value = piece[key];
      if (key === "delta") addDelta(choice, value);
      else if (key === "logprobs") addLogprobs(choice, value);
      else replaceIn(choice.fields, key, value);
    }
  }

  function result(): StreamedChatCompletion | undefined {
    if (reply === undefined) return undefined;
    const whole = { ...reply, object: "chat.completion", choices: valuesByIndex(choices).map(choiceOf) };
    // The chunks have the fields of the reply, in pieces.
    return whole as unknown as StreamedChatCompletion;
  }

  return { add, result };
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

function choiceOf({ fields, message, toolCalls }: Choice): Fields {
  return { ...fields, message: { ...message, ...(toolCalls && { tool_calls: toolCalls.result() }) } };
}
