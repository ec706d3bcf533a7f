import { valueAt } from "./json-pointer.js";

/** One server-sent event: its `data`, and the name on its `event:` line if it has one. */
export interface ServerSentEvent {
  event?: string | undefined;
  data: string;
}

/** The conditions that tell an event of one kind from the others; all that are given must hold. */
export interface KindCondition {
  /** The name on the `event:` line. */
  event?: string;
  /** Pointers whose value is present and not null. */
  has?: string | string[];
  /** Pointers whose value is absent or null. */
  lacks?: string | string[];
  /** Pointers whose value is an empty array or string. */
  empty?: string | string[];
  /** Pointers whose value is absent, null or empty. */
  blank?: string | string[];
  /** Pointers and the value each must have. */
  equals?: Record<string, unknown>;
}

/** A transition of the stream's machine or of one instance of a scope. */
export interface Transition {
  from: "any" | string[];
  to?: string;
  /** Scopes of which nothing may be open: anywhere, or inside the instance. */
  allClosed?: string[];
}

/** The effect of an event of one kind. */
export interface EventRule extends Transition {
  scopes?: Record<string, Transition>;
}

/** A pointer, or several of which the first that is present counts. */
export type Identity = string | string[];

/** A machine that exists once per key, such as one content block of a message. */
export interface Scope {
  key: string[];
  within?: string[];
  closed: string[];
  constant?: Identity[];
  kind?: string;
  partKind?: string;
  accepts?: Record<string, string[]>;
}

/** The order of events in one kind of event stream. `spec/README.md` has the vocabulary. */
export interface Grammar {
  dialect: string;
  operation: string;
  description: string;
  eventLine: "required" | "optional" | "forbidden";
  eventLineIs?: string;
  doneMarker: "required" | "optional" | "forbidden";
  kinds: { kind: string; when: KindCondition }[];
  unknown: "allowed" | "refused";
  constant?: Identity[];
  increasing?: string;
  start: string;
  ends: string[];
  failed?: string[];
  events: Record<string, EventRule>;
  scopes?: Record<string, Scope>;
  joins?: { whole: string; at: string; pieces: string; piece: string; scope: string }[];
}

/** The kind of an event with this payload, by the first condition of the grammar that holds; undefined for none. */
export function kindOf(grammar: Grammar, event: ServerSentEvent, payload: unknown): string | undefined {
  return grammar.kinds.find(({ when }) => isMet(when, event, payload))?.kind;
}

function isMet(when: KindCondition, event: ServerSentEvent, payload: unknown): boolean {
  if (when.event !== undefined && when.event !== event.event) return false;
  const isPresent = (pointer: string) => (valueAt(payload, pointer) ?? null) !== null;
  if (!pointersOf(when.has).every(isPresent)) return false;
  if (pointersOf(when.lacks).some(isPresent)) return false;
  if (!pointersOf(when.empty).every((pointer) => isEmpty(valueAt(payload, pointer)))) return false;
  if (pointersOf(when.blank).some((pointer) => isPresent(pointer) && !isEmpty(valueAt(payload, pointer)))) return false;
  return Object.entries(when.equals ?? {}).every(([pointer, value]) => valueAt(payload, pointer) === value);
}

/** A pointer or several, as several. */
export const pointersOf = (pointers: string | string[] | undefined) =>
  typeof pointers === "string" ? [pointers] : (pointers ?? []);

const isEmpty = (value: unknown) => (Array.isArray(value) || typeof value === "string") && value.length === 0;

/** True if a transition may be taken from a state. */
export const mayFollow = ({ from }: Transition, state: string) => from === "any" || from.includes(state);

/** The states from which a transition may be taken, as people list them. */
export const statesOf = ({ from }: Transition) => [from].flat().join(" or ");

/** The events that end an answer, as people list them; those of a failure are left out. */
export function endMarkers({ ends, events, kinds }: Grammar): string {
  const last = kinds.filter(({ kind }) => ends.includes(events[kind]?.to ?? "") && !/(^|\.)(error|failed)$/.test(kind));
  return last.map(({ kind, when }) => (when.has === undefined ? kind : `an event with ${when.has}`)).join(" or ");
}

/** The place of an event in a stream, by the other events that may stand before it. */
export function placeOf({ start, events }: Grammar, kind: string): string {
  const states = [events[kind]?.from ?? []].flat();
  const before = Object.keys(events).filter((each) => each !== kind && states.includes(events[each]?.to ?? ""));
  const after = before.length > 0 ? [`after ${before.join(" or ")}`] : [];
  return [...(states.includes(start) ? ["first"] : []), ...after].join(", or ");
}
