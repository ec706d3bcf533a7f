import type { Gone } from "../call.js";
import type { JournalEntry } from "../journal/journal.js";
import type { LatencyValues } from "../latency/latency.js";
import type { Session } from "../session/session.js";

/** Who asks, in which session, since when, and how fast the answer is to come. */
export interface Asking {
  session: Session;
  key: string;
  /** When the request came, by the session's clock. */
  startMs: number;
  latency: LatencyValues;
  /** Of the operation's streams; empty where it has none. */
  dialect: string;
  gone: Gone;
  /** What the journal keeps of the request. */
  entry: JournalEntry;
  /** Gets what the journal is to say about the request, one sentence each. */
  note: (sentence: string) => void;
}
