import { createStreamJudge, type Grammar, kindOf } from "@model-access/contract";
import { firstKinds, lastKinds } from "./followers.ts";
import { parsePayload, readEvents, type TranscriptEvent } from "./transcript.ts";

/** A broken stream that clients must detect. */
export interface BrokenStream {
  title: string;
  /** Its last events up to the fault, as sent. */
  shown: string[];
  /** Describes the fault, in Markdown. */
  says: string;
  events: TranscriptEvent[];
}

interface Whole {
  grammar: Grammar;
  events: TranscriptEvent[];
  kinds: (string | undefined)[];
}

interface Break {
  title: string;
  /** Changes the events; undefined if the fault does not apply to the dialect. */
  change: (whole: Whole) => TranscriptEvent[] | undefined;
  says: (whole: Whole) => string;
}

const code = (kinds: readonly (string | undefined)[]) => kinds.map((kind) => `\`${kind}\``).join(" or ");
const pieceOf = ({ kinds }: Whole) =>
  kinds.findLastIndex((kind) => /^(delta|text|content_block_delta|.*text\.delta)$/.test(kind ?? ""));
const describeOpening = ({ kinds, grammar }: Whole) =>
  kinds.findIndex((kind) =>
    Object.values(grammar.events[kind ?? ""]?.scopes ?? {}).some(({ from }) => from.includes("absent")),
  );

const breaks: Break[] = [
  {
    title: "Cut off in the middle",
    change: ({ events }) => events.slice(0, Math.ceil(events.length / 2)),
    says: ({ grammar }) => `The connection closes before ${code(lastKinds(grammar))}. The reply is incomplete.`,
  },
  {
    title: "Cut off before its end marker",
    change: ({ events, grammar }) =>
      grammar.doneMarker === "required" ? events.filter(({ data }) => data !== "[DONE]") : undefined,
    says: () => "The text looks complete, but `[DONE]` is missing: something closed the connection too early.",
  },
  {
    title: "A piece without its opening event",
    change: (whole) => (describeOpening(whole) < 0 ? undefined : whole.events.toSpliced(describeOpening(whole), 1)),
    says: (whole) =>
      `The last event belongs to something that no ${code([whole.kinds[describeOpening(whole)]])} has opened.`,
  },
  {
    title: "Without its start",
    change: ({ events, kinds, grammar }) =>
      grammar.events[kinds[0] ?? ""]?.from.length === 1 ? events.slice(1) : undefined,
    says: ({ kinds, grammar }) =>
      `It begins with ${code([kinds[1]])}; only ${code(firstKinds(grammar))} may come first.`,
  },
  {
    title: "An event after the end",
    change: (whole) => [...whole.events, ...whole.events.slice(pieceOf(whole), pieceOf(whole) + 1)],
    says: ({ grammar }) =>
      grammar.doneMarker === "required"
        ? "A piece comes after `[DONE]`."
        : "A piece comes after the event that ended the stream.",
  },
  {
    title: "Data that is not JSON",
    change: ({ events }) => events.map((event, index) => (index === 1 ? cut(event) : event)),
    says: () => "The data of the last event is cut short.",
  },
];

/** Breaks a transcript in typical ways; the contract's judge finds each. */
export function brokenStreams(grammar: Grammar, transcript: string): BrokenStream[] {
  const events = readEvents(transcript);
  const kinds = events.map((event) => kindOf(grammar, event, parsePayload(event)));
  const whole = { grammar, events, kinds };
  return breaks.flatMap(({ title, change, says }) => {
    const changed = change(whole);
    const at = changed === undefined ? undefined : findFirstFault(grammar, changed);
    if (changed === undefined || at === undefined) return [];
    return [
      {
        title,
        shown: changed.slice(Math.max(0, at - 2), at + 1).map(({ text }) => text),
        says: says(whole),
        events: changed,
      },
    ];
  });
}

/** Returns the index of the first event with a fault; undefined if the stream has none. */
export function findFirstFault(grammar: Grammar, events: readonly TranscriptEvent[]): number | undefined {
  const judge = createStreamJudge(grammar);
  for (const [at, event] of events.entries()) if (judge.push(event).length > 0) return at;
  return judge.end().length > 0 ? events.length - 1 : undefined;
}

function cut(event: TranscriptEvent): TranscriptEvent {
  const shorter = (text: string) => text.slice(0, -2);
  return { ...event, data: shorter(event.data), text: shorter(event.text) };
}
