import { valueAt } from "./json-pointer.js";

/** One server-sent event: its `data`, and the name on its `event:` line if it has one. */
export interface ServerSentEvent {
  event?: string | undefined;
  data: string;
}

/** The conditions that identify events of one kind; all given conditions must hold. */
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
  /** Scopes without any open instance: in the stream, or inside this instance. */
  allClosed?: string[];
}

/** The transitions that an event of one kind causes. */
export interface EventRule extends Transition {
  scopes?: Record<string, Transition>;
}

/** A pointer, or alternatives: the first one present applies. */
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

/** Returns the kind of an event: the first whose condition holds. Undefined if none does. */
export function kindOf(grammar: Grammar, event: ServerSentEvent, payload: unknown): string | undefined {
  return grammar.kinds.find(({ when }) => isMet(when, event, payload))?.kind;
}

function isMet(when: KindCondition, event: ServerSentEvent, payload: unknown): boolean {
  if (when.event !== undefined && when.event !== event.event) return false;
  const isPresent = (pointer: string) => (valueAt(payload, pointer) ?? null) !== null;
  if (!listPointers(when.has).every(isPresent)) return false;
  if (listPointers(when.lacks).some(isPresent)) return false;
  if (!listPointers(when.empty).every((pointer) => isEmpty(valueAt(payload, pointer)))) return false;
  if (listPointers(when.blank).some((pointer) => isPresent(pointer) && !isEmpty(valueAt(payload, pointer))))
    return false;
  return Object.entries(when.equals ?? {}).every(([pointer, value]) => valueAt(payload, pointer) === value);
}

export const listPointers = (pointers: string | string[] | undefined) =>
  typeof pointers === "string" ? [pointers] : (pointers ?? []);

const isEmpty = (value: unknown) => (Array.isArray(value) || typeof value === "string") && value.length === 0;

/** True if a transition is allowed from a state. */
export const isAllowedFrom = ({ from }: Transition, state: string) => from === "any" || from.includes(state);

/** Lists the states from which a transition is allowed, for a message. */
export const listStates = ({ from }: Transition) => [from].flat().join(" or ");

/** Lists the events that end an answer, for a message; events of a failure are omitted. */
export function listEndMarkers({ ends, events, kinds }: Grammar): string {
  const last = kinds.filter(({ kind }) => ends.includes(events[kind]?.to ?? "") && !/(^|\.)(error|failed)$/.test(kind));
  return last.map(({ kind, when }) => (when.has === undefined ? kind : `an event with ${when.has}`)).join(" or ");
}

/** Describes where an event may occur, by the events that may precede it. */
export function describePlace({ start, events }: Grammar, kind: string): string {
  const states = [events[kind]?.from ?? []].flat();
  const before = Object.keys(events).filter((each) => each !== kind && states.includes(events[each]?.to ?? ""));
  const after = before.length > 0 ? [`after ${before.join(" or ")}`] : [];
  return [...(states.includes(start) ? ["first"] : []), ...after].join(", or ");
}
