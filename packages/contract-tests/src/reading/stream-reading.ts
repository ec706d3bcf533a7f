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

const doneMarker = "[DONE]";

/** Something wrong in a stream, and the event it is wrong in (from 1; 0 for the stream as a whole). */
export interface StreamFinding {
  rule: StreamRule;
  eventNumber: number;
  message: string;
}

/** An event stream, judged in all its layers. */
export interface StreamReading {
  events: StreamedEvent[];
  /** What is wrong with its bytes. */
  byteFaults: string[];
  /** What is wrong with its order, identity and ending. */
  faults: StreamFinding[];
  /** What is wrong with the shape of its events. */
  violations: { eventNumber: number; violation: Violation }[];
  /** True where it came to an end that its grammar allows. */
  hasEnded: boolean;
  /** The data of an event by which the service said that it failed, where one came. */
  errorData?: string;
}

/** The grammar of an operation's event stream. */
export function grammarOf(operationId: string): Grammar {
  const grammar = grammars[operationOf(operationId).stream ?? ""];
  if (grammar === undefined) throw new Error(`The contract has no grammar for the event stream of ${operationId}.`);
  return grammar;
}

/** Reads a body as the event stream of an operation, from the bytes up. */
export function readStream(operationId: string, body: Uint8Array): StreamReading {
  const grammar = grammarOf(operationId);
  const judge = createStreamJudge(grammar);
  const { events, faults: byteFaults } = readEventStream(body);
  const reading: StreamReading = { events, byteFaults, faults: [], violations: [], hasEnded: false };
  for (const [index, event] of events.entries()) {
    const eventNumber = index + 1;
    const wasOver = judge.hasEnded;
    const faults = judge.push(event);
    reading.faults.push(
      ...faults.map((fault) => ({ ...fault, rule: wasOver ? ruleAfterEnd(fault.rule) : fault.rule })),
    );
    if (event.data === doneMarker || faults.some(({ rule }) => rule === "json")) continue;
    reading.violations.push(
      ...validateStreamEvent(operationId, event).map((violation) => ({ eventNumber, violation })),
    );
    if (isError(grammar, event)) reading.errorData ??= event.data;
  }
  reading.hasEnded = judge.hasEnded;
  // What came after the end may have opened the reply again; that is one fault, not two.
  const hasMore = reading.faults.some(({ rule }) => rule === "after-end");
  reading.faults.push(...judge.end().filter(({ rule }) => !(hasMore && rule === "end")));
  return reading;
}

/** What comes out of order once the stream may be over has come after its end. */
function ruleAfterEnd(rule: StreamRule): StreamRule {
  return rule === "order" || rule === "scope" ? "after-end" : rule;
}

function isError(grammar: Grammar, event: StreamedEvent): boolean {
  const kind = kindOf(grammar, event, JSON.parse(event.data));
  const state = kind === undefined ? undefined : grammar.events[kind]?.to;
  return state !== undefined && (grammar.failed ?? []).includes(state);
}
