import type { ReadEvent } from "../stream/dialect.js";
import type { ServerSentEvent } from "../stream/event-stream-decoder.js";
import type { Fields } from "../stream/json-fields.js";
import { fillMembers, type RequiredMembers } from "../stream/required-members.js";
import { createTypedEventReader, type TypedEvents } from "../stream/typed-event.js";
import type { MessageStreamEvent } from "../types.js";

const events: TypedEvents = {
  requiredMembers: new Map<unknown, RequiredMembers>([
    ["message_start", [["message", "object"]]],
    [
      "content_block_start",
      [
        ["index", "number"],
        ["content_block", "object"],
      ],
    ],
    [
      "content_block_delta",
      [
        ["index", "number"],
        ["delta", "object"],
      ],
    ],
    ["content_block_stop", [["index", "number"]]],
    ["message_delta", [["delta", "object"]]],
    ["message_stop", []],
    ["ping", []],
  ]),
  last: new Set(["message_stop"]),
};

const deltas = new Map<unknown, RequiredMembers>([
  ["text_delta", [["text", "string"]]],
  ["input_json_delta", [["partial_json", "json"]]],
  ["thinking_delta", [["thinking", "string"]]],
  ["signature_delta", [["signature", "string"]]],
  ["citations_delta", [["citation", "object"]]],
]);

/** Reads the events of one messages stream. Its end alone is none, but a late `message_start` loses nothing. */
export function createMessageEventReader(): (event: ServerSentEvent) => ReadEvent<MessageStreamEvent> {
  const readTyped = createTypedEventReader<MessageStreamEvent>(events);
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
export function hasMessageContent(event: MessageStreamEvent): boolean {
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
