import { errorObjectOf } from "../errors/error-object.js";
import type { ReadEvent } from "../stream/dialect.js";
import type { ServerSentEvent } from "../stream/event-stream-decoder.js";
import { type Fields, isFields, parseFields } from "../stream/json-fields.js";
import type { ChatCompletionChunk } from "../types.js";

type ChatEvent = ReadEvent<ChatCompletionChunk>;

/** Reads one event. Only events without a name, or with the default one, are known here; an error may have its own. */
export function readChatEvent({ event, data }: ServerSentEvent): ChatEvent {
  if (data === "[DONE]") return { kind: "end" };
  const isNamed = event !== "" && event !== "message";

  const value = parseFields(data);
  if (typeof value === "string") {
    if (event === "error") return { kind: "error", error: { message: data } };
    return isNamed ? unknown({ event, data }) : { kind: "broken", what: `with an event of ${value}` };
  }
  if (event === "error" || value.error != null) {
    return { kind: "error", error: errorObjectOf(value) ?? { message: "no message" } };
  }
  if (isNamed || !isChunk(value)) return unknown(value);
  if (!hasWholeChoices(value)) return { kind: "broken", what: "with a chunk whose choices are broken" };
  // What makes a chunk was looked at.
  return { kind: "event", event: value as unknown as ChatCompletionChunk };
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

function isChunk({ object, choices }: Fields): boolean {
  return typeof object === "string" ? object === "chat.completion.chunk" : choices !== undefined;
}

function hasWholeChoices({ choices }: Fields): boolean {
  if (!Array.isArray(choices)) return false;
  for (const choice of choices) {
    if (!isFields(choice) || !isFields(choice.delta)) return false;
    const { content } = choice.delta;
    if (content != null && typeof content !== "string") return false;
  }
  return true;
}

function unknown(value: Fields): ChatEvent {
  // A caller who walks over the choices must not fall over tomorrow's event; it is printed and compared as it came.
  if (!Array.isArray(value.choices)) Object.defineProperty(value, "choices", { value: [], enumerable: false });
  // With the choices there it can be used as a chunk.
  return { kind: "unknown", event: value as unknown as ChatCompletionChunk };
}

function isEmpty(value: unknown): boolean {
  return typeof value === "string" ? value === "" : !isFields(value) || Object.keys(value).length === 0;
}
