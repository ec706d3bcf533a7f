import { errorObjectOf } from "../errors/error-object.js";
import type { ReadEvent } from "./dialect.js";
import type { ServerSentEvent } from "./event-stream-decoder.js";
import { type Fields, isFields, parseFields } from "./json-fields.js";
import { brokenEventOf, type RequiredMembers } from "./required-members.js";

/** The kinds of event that a dialect knows. */
export interface TypedEvents {
  /** The members that an event of each `type` must have. A kind that isn't listed is newer than this package. */
  requiredMembers: ReadonlyMap<unknown, RequiredMembers>;
  /** The types that end the stream. */
  last: ReadonlySet<unknown>;
}

/** Reads an event whose payload names its kind in `type`, as in the messages and the responses interface. */
export function readTypedEvent<Event>(
  { event, data }: ServerSentEvent,
  { requiredMembers, last }: TypedEvents,
): ReadEvent<Event> {
  // The end marker of other interfaces; here the last event is the end, and it did not come.
  if (data === "[DONE]") return { kind: "cut" };

  const value = parseFields(data);
  if (typeof value === "string") {
    if (event === "error") return { kind: "error", error: { message: data } };
    const isForeign = event !== "" && event !== "message" && !requiredMembers.has(event);
    return isForeign ? rawEvent({ event, data }) : { kind: "broken", what: `with an event of ${value}` };
  }

  const type = typeof value.type === "string" ? value.type : event;
  const required = requiredMembers.get(type);
  if (required === undefined) return isError(type, value) ? readError(value) : rawEvent(value);
  // Some servers name the kind on the event line alone.
  value.type = type;
  const broken = brokenEventOf(type, value, required);
  if (broken !== undefined) return broken;
  // What the contract promises of this type was looked at.
  return { kind: "event", event: value as Event, isLast: last.has(type) };

  function rawEvent(raw: object): ReadEvent<Event> {
    // The caller gets it as it came; the contract does not name its type.
    return { kind: "unknown", event: raw as Event };
  }
}

function isError(type: string, { error }: Fields): boolean {
  return type === "error" || isFields(error);
}

// The error is in `error`, or spread over the event itself, whose `type` is then the event's and not the error's.
function readError(value: Fields): { kind: "error"; error: NonNullable<ReturnType<typeof errorObjectOf>> } {
  const bare = isFields(value.error) ? value : { ...value, type: undefined };
  return { kind: "error", error: errorObjectOf(bare) ?? { message: "no message" } };
}
