import {
  createStreamJudge,
  type Grammar,
  grammars,
  kindOf,
  operationOf,
  type StreamRule,
  type Violation,
  validateStreamEvent,
} from "@model-access/contract";
import { readEventStream, type StreamedEvent } from "../wire/event-stream.js";
import { readOnce } from "../wire/read-once.js";
import { parseJson } from "./parse-json.js";

const doneMarker = "[DONE]";

/** Something wrong in a stream, and the event it is wrong in (from 1; 0 for the stream as a whole). */
export interface StreamFinding {
  rule: StreamRule;
  eventNumber: number;
  message: string;
}

export interface StreamReading {
  events: StreamedEvent[];
  /** The JSON of each event; undefined for one that has none. */
  payloads: unknown[];
  byteFaults: string[];
  faults: StreamFinding[];
  violations: { eventNumber: number; violation: Violation }[];
  /** True where it came to an end that its grammar allows. */
  hasEnded: boolean;
  /** The data of an event by which the service said that it failed, where one came. */
  errorData?: string;
}

export function grammarOf(operationId: string): Grammar {
  const grammar = grammars[operationOf(operationId).stream ?? ""];
  if (grammar === undefined) throw new Error(`The contract has no grammar for the event stream of ${operationId}.`);
  return grammar;
}

/** A body as the event stream of an operation, read when it is first asked for; without a body, an empty one. */
export function streamOf(operationId: string, body: Uint8Array = new Uint8Array()): () => StreamReading {
  return () => {
    const known = readingsOf(body);
    const reading = known.get(operationId) ?? readStream(operationId, body);
    known.set(operationId, reading);
    return reading;
  };
}

const readingsOf = readOnce((_body: Uint8Array) => new Map<string, StreamReading>());

/** Reads a body as the event stream of an operation, from the bytes up. */
export function readStream(operationId: string, body: Uint8Array): StreamReading {
  const grammar = grammarOf(operationId);
  const judge = createStreamJudge(grammar);
  const { events, faults: byteFaults } = readEventStream(body);
  const payloads = events.map(({ data }) => parseJson(data));
  const reading: StreamReading = { events, payloads, byteFaults, faults: [], violations: [], hasEnded: false };
  for (const [index, event] of events.entries()) {
    const eventNumber = index + 1;
    const wasOver = judge.hasEnded;
    const isSkipped = mayBeSkipped(grammar, event);
    const faults = judge.push(event).filter(({ rule }) => !(isSkipped && rule === "json"));
    reading.faults.push(
      ...faults.map((fault) => ({ ...fault, rule: wasOver ? ruleAfterEnd(fault.rule) : fault.rule })),
    );
    const isUnread = payloads[index] === undefined || faults.some(({ rule }) => rule === "json");
    if (event.data === doneMarker || isUnread) continue;
    reading.violations.push(
      ...validateStreamEvent(operationId, event).map((violation) => ({ eventNumber, violation })),
    );
    if (isError(grammar, event, payloads[index])) reading.errorData ??= event.data;
  }
  reading.hasEnded = judge.hasEnded;
  // What came after the end may have opened the reply again; that is one fault, not two.
  const hasMore = reading.faults.some(({ rule }) => rule === "after-end");
  reading.faults.push(...judge.end().filter(({ rule }) => !(hasMore && rule === "end")));
  return reading;
}

/** True for the bytes of a whole event stream, up to its end marker where its grammar has one. */
export function isWholeStream(operationId: string, body: Uint8Array): boolean {
  const { hasEnded, faults } = readStream(operationId, body);
  return hasEnded && !faults.some(({ rule }) => rule === "end" || rule === "done-marker");
}

/** An event out of order, once the stream may be over, has come after its end. */
function ruleAfterEnd(rule: StreamRule): StreamRule {
  return rule === "order" || rule === "scope" ? "after-end" : rule;
}

/** True for an event that its event line alone tells to be a sign of life, or of an unknown kind: clients skip it unread. */
function mayBeSkipped(grammar: Grammar, event: StreamedEvent): boolean {
  if (event.event === undefined || grammar.kinds.some(({ when }) => when.event === undefined)) return false;
  const kind = kindOf(grammar, event, undefined);
  return kind === undefined ? grammar.unknown === "allowed" : grammar.events[kind]?.to === undefined;
}

function isError(grammar: Grammar, event: StreamedEvent, payload: unknown): boolean {
  const kind = kindOf(grammar, event, payload);
  const state = kind === undefined ? undefined : grammar.events[kind]?.to;
  return state !== undefined && (grammar.failed ?? []).includes(state);
}
