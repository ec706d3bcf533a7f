import type { BotErrorEvent } from "@model-access/contract";
import { type BotEvent, doneEvent, textEvent } from "./events.js";

/** A word that makes a bot send what it otherwise would not, where it stands in the last message of a query. */
export interface Mark {
  mark: string;
  /** The bot's reaction, as a sentence. */
  botDoes: string;
  /** Changes the events of an answer, `meta` and `done` among them. `picture` are those of a picture in it. */
  apply(events: BotEvent[], picture: () => BotEvent[]): BotEvent[];
}

export const marks: readonly Mark[] = [
  {
    mark: "[replace]",
    botDoes: "Says `Thinking…` first, and starts again with `replace_response`.",
    apply: replaceOpening,
  },
  {
    mark: "[file]",
    botDoes: "Adds a picture to its answer: a `file`, and a `text` that refers to it.",
    apply: (events, picture) => events.toSpliced(endOf(events), 0, ...picture()),
  },
  {
    mark: "[json]",
    botDoes: "Ends its answer with a `json` object that is no chunk of tool calls.",
    apply: (events) => events.toSpliced(endOf(events), 0, { event: "json", data: { events: endOf(events) } }),
  },
  {
    mark: "[data]",
    botDoes: "Sends `data` before and after its answer; the metadata of the second counts.",
    apply: (events) => events.toSpliced(-1, 0, dataEvent(events.length - 1)).toSpliced(1, 0, dataEvent(0)),
  },
  {
    mark: "[ping]",
    botDoes: "Sends a `ping` after each event but the last.",
    apply: (events) => events.flatMap((event, index) => (index < events.length - 1 ? [event, pingEvent] : [event])),
  },
  {
    mark: "[error]",
    botDoes:
      "Fails for good half-way: an `error` of the type `user_caused_error` with `allow_retry: false`, and no `done`.",
    apply: (events) => [
      ...events.slice(0, Math.ceil(events.length / 2)),
      errorEvent({
        allow_retry: false,
        text: "The bot failed because the message says so.",
        error_type: "user_caused_error",
      }),
    ],
  },
  {
    mark: "[error retry]",
    botDoes: "Fails at once: an `error` with `allow_retry: true`, then `done`.",
    apply: () => [
      errorEvent({ allow_retry: true, text: "The bot is busy because the message says so. Try again." }),
      doneEvent,
    ],
  },
];

export function applyMarks(events: BotEvent[], message: string, picture: () => BotEvent[]): BotEvent[] {
  const found = marks.filter(({ mark }) => message.includes(mark));
  return found.reduce((changed, mark) => mark.apply(changed, picture), events);
}

const pingEvent: BotEvent = { event: "ping", data: {} };

/** Returns the data that a bot stores with its answer; here the number of events it sent. */
const dataEvent = (events: number): BotEvent => ({ event: "data", data: { metadata: JSON.stringify({ events }) } });

const errorEvent = (data: BotErrorEvent): BotEvent => ({ event: "error", data });

/** Only text can be replaced: an answer in chunks stays as it is. */
function replaceOpening(events: BotEvent[]): BotEvent[] {
  const at = events.findIndex(({ event }) => event === "text");
  if (at < 0) return events;
  const replaced = events.map((event, index) => (index === at ? { ...event, event: "replace_response" } : event));
  return replaced.toSpliced(1, 0, textEvent("Thinking…"));
}

/** Returns the place where the answer ends and suggested replies or the end of the stream follow. */
function endOf(events: BotEvent[]): number {
  return events.findIndex(({ event }) => event === "suggested_reply" || event === "done");
}
