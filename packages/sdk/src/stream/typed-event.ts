import { readErrorObject } from "../errors/call-error.js";
import type { ReadEvent } from "./dialect.js";
import type { ServerSentEvent } from "./event-stream-decoder.js";
import { addHidden, type Fields, isFields, jsonFor, noObject, parseFields, textFor } from "./json-fields.js";

/** The kinds of event that a dialect knows. */
interface TypedEvents {
  /** The members that an event of each `type` must have. A kind that isn't listed is newer than this package. */
  requiredMembers: ReadonlyMap<unknown, RequiredMembers>;
  /** The types that end the stream. */
  last: readonly unknown[];
}

/** Reads the events of one stream whose payloads name their kind in `type`, as in messages and responses. */
export function createTypedEventReader<Event>({
  requiredMembers,
  last,
}: TypedEvents): (event: ServerSentEvent) => ReadEvent<Event> {
  // The numbers that came last, for an event without its place.
  const latest: Fields = {};

  return ({ event, data }) => {
    // The end marker of other interfaces; here the last event is the end, and it did not come.
    if (data === "[DONE]") return { kind: "cut" };

    const value = parseFields(data);
    if (typeof value === "string") {
      if (event === "error") return { kind: "error", error: { message: data } };
      if (value === noObject) return { kind: "nothing" };
      const isForeign = event !== "" && event !== "message" && !requiredMembers.has(event);
      return isForeign ? rawEvent({ event, data }) : { kind: "broken", what: `with an event of ${value}` };
    }

    const named = typeof value.type === "string" ? value.type : event;
    // Some servers name the kind on the event line alone.
    const type = requiredMembers.has(named) || !requiredMembers.has(event) ? named : event;
    const required = requiredMembers.get(type);
    if (required === undefined || named === "error") return isError(type, value) ? readError(value) : rawEvent(value);
    value.type = type;
    fillMembers(value, required, latest);
    // What the contract promises of this type is there.
    return { kind: "event", event: value as Event, isLast: last.includes(type) };
  };

  function rawEvent(raw: object): ReadEvent<Event> {
    // The caller gets it as it came; the contract does not name its type.
    return { kind: "unknown", event: raw as Event };
  }
}

function isError(type: string, { error }: Fields): boolean {
  return type === "error" || isFields(error);
}

// The error is in `error`, or spread over the event itself, whose `type` is then the event's and not the error's.
function readError(value: Fields): { kind: "error"; error: NonNullable<ReturnType<typeof readErrorObject>> } {
  const bare = isFields(value.error) ? value : { ...value, type: undefined };
  return { kind: "error", error: readErrorObject(bare) ?? { message: "no message" } };
}

type MemberType = "json" | "number" | "object" | "string";

/** The members that an event must have. `json` is a text of JSON, for which some gateways send the value. */
export type RequiredMembers = readonly (readonly [name: string, type: MemberType])[];

/** Reads a table: types, with members such as `index:number delta:object` for each. */
export function readMembers(table: Record<string, string>, prefix = ""): ReadonlyMap<unknown, RequiredMembers> {
  return new Map(
    Object.entries(table).flatMap(([types, members]) => {
      // Our own tables name no other types.
      const required = (members.match(/\S+/g) ?? []).map((member) => member.split(":") as [string, MemberType]);
      return types.split(" ").map((type) => [prefix + type, required] as const);
    }),
  );
}

/** Adds members that an event lacks: a text from what came in its place, an object, the latest number of that name. */
export function fillMembers(fields: Fields, required: RequiredMembers, latest: Fields = {}): void {
  // A list, because a loop over the names of an object costs more than all the rest of reading an event.
  for (const [name, type] of required) {
    const value = fields[name];
    if (value !== null && typeof value === (type === "json" ? "string" : type)) {
      if (type === "number") latest[name] = value;
    } else {
      const asText = type === "json" ? jsonFor : textFor;
      addHidden(fields, name, type === "number" ? (latest[name] ?? 0) : type === "object" ? {} : asText(value));
    }
  }
}
