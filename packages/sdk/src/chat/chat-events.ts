import { errorObjectOf } from "../errors/error-object.js";
import type { ReadEvent } from "../stream/dialect.js";
import type { ServerSentEvent } from "../stream/event-stream-decoder.js";
import { type Fields, isFields, noObject, parseFields } from "../stream/json-fields.js";
import type { ChatCompletionChunk } from "../types.js";
import { fillChoices } from "./fill-choices.js";

/**
 * Reads one event. Gateways send chunks under names of their own, and notes without what a chunk has: whatever came is
 * passed on, and what adds to the reply is added.
 */
export function readChatEvent({ event, data }: ServerSentEvent): ReadEvent<ChatCompletionChunk> {
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
    return { kind: "error", error: errorObjectOf(value) ?? { message: "no message" } };
  }
  const { object, choices, usage } = value;
  const isChunk = Array.isArray(choices) || (!isNamed && (object === "chat.completion.chunk" || isFields(usage)));
  fillChoices(value, "delta");
  // What a chunk must have is there.
  return { kind: isChunk ? "event" : "unknown", event: value as unknown as ChatCompletionChunk };
}

/** True if a chunk adds to the reply: a piece of it, or the reason of its end. */
export function hasChatContent({ choices }: ChatCompletionChunk): boolean {
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
