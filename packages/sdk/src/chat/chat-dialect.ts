import type { Dialect } from "../stream/dialect.js";
import { type Fields, isFields } from "../stream/json-fields.js";
import type { ChatCompletionChunk, StreamedChatCompletion } from "../types.js";
import { createChatAccumulator } from "./chat-accumulator.js";
import { readChatEvent } from "./chat-event.js";

/** The events of one chat completion stream. */
export function createChatDialect(): Dialect<ChatCompletionChunk, StreamedChatCompletion> {
  return {
    read: readChatEvent,
    ...createChatAccumulator(),
    textOf: ({ choices }) => choices[0]?.message.content ?? "",
    hasContent: hasChatContent,
  };
}

/** Whether a chunk brings the reply on: a piece of it, or why it ended. */
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
  if (typeof value === "string") return value === "";
  return !isFields(value) || Object.keys(value).length === 0;
}
