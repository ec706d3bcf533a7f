import { createStreamJudge, type Grammar, kindOf } from "@model-access/contract";
import { eventsOf, payloadOf, type TranscriptEvent } from "./transcript.ts";

/** A stream that a client has to notice as broken, and what the contract's judge says of it. */
export interface BrokenStream {
  title: string;
  /** The last events up to the fault. */
  events: string[];
  says: string;
}

type Break = (
  events: TranscriptEvent[],
  kinds: (string | undefined)[],
  grammar: Grammar,
) => TranscriptEvent[] | undefined;

const breaks: [title: string, change: Break][] = [
  ["Cut off: the connection closes in the middle", (events) => events.slice(0, Math.ceil(events.length / 2))],
  [
    "Cut off before the mark that ends it",
    (events, _kinds, { doneMarker }) =>
      doneMarker === "required" ? events.filter(({ data }) => data !== "[DONE]") : undefined,
  ],
  [
    "A piece of something that has not started",
    (events, kinds, { events: rules }) => {
      const opening = kinds.findIndex((kind) =>
        Object.values(rules[kind ?? ""]?.scopes ?? {}).some(({ from }) => from.includes("absent")),
      );
      return opening < 0 ? undefined : events.toSpliced(opening, 1);
    },
  ],
  [
    "It does not start with the event that starts it",
    (events, kinds, grammar) => {
      const [first = ""] = kinds;
      const isOnly = Object.values(grammar.events).filter(({ from }) => from.includes(grammar.start)).length <= 3;
      return isOnly && grammar.events[first]?.from.length === 1 ? events.slice(1) : undefined;
    },
  ],
  [
    "An event after the end",
    (events, kinds) => {
      const piece = kinds.findLastIndex((kind) => /delta|text/.test(kind ?? ""));
      return [...events, ...events.slice(piece, piece + 1)];
    },
  ],
  ["Data that is not JSON", (events) => events.map((event, index) => (index === 1 ? broken(event) : event))],
];

/** Breaks a transcript in the ways that happen, and tells what is wrong with each. */
export function brokenStreams(grammar: Grammar, transcript: string): BrokenStream[] {
  const events = eventsOf(transcript);
  const kinds = events.map((event) => kindOf(grammar, event, payloadOf(event)));
  return breaks.flatMap(([title, change]) => {
    const changed = change(events, kinds, grammar);
    const fault = changed === undefined ? undefined : firstFault(grammar, changed);
    if (changed === undefined || fault === undefined) return [];
    const { at, says } = fault;
    return [{ title, events: changed.slice(Math.max(0, at - 2), at + 1).map(({ text }) => text), says }];
  });
}

/** What the contract's judge says of a stream first, and at which event. */
export function firstFault(
  grammar: Grammar,
  events: readonly TranscriptEvent[],
): { at: number; says: string } | undefined {
  const judge = createStreamJudge(grammar);
  for (const [at, event] of events.entries()) {
    const [fault] = judge.push(event);
    if (fault !== undefined) return { at, says: fault.message };
  }
  const [fault] = judge.end();
  return fault && { at: events.length - 1, says: fault.message };
}

function broken(event: TranscriptEvent): TranscriptEvent {
  const cut = (text: string) => text.slice(0, -2);
  return { ...event, data: cut(event.data), text: cut(event.text) };
}
