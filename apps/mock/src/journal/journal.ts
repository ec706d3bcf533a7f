import type { Call } from "../call.js";

/** An exchange as it happens; it is written out only when somebody reads it. */
export interface JournalEntry {
  id: string;
  /** The session's time at which the request came. */
  atMs: number;
  /** The request; of a long body only the beginning. */
  call: Call;
  /** How much of the body is not kept. */
  omittedBytes: number;
  operationId: string | undefined;
  /** The key that was sent; undefined before it is known. It never leaves the mock. */
  key: string | undefined;
  /** The faults that were applied, by name. */
  faults: string[];
  /** What the mock noticed about the request, one sentence each. */
  notices: string[];
  response: JournalResponse | undefined;
  /** What a repetition of the request has too; made when the journal is first read. */
  fingerprint?: string;
}

export interface JournalResponse {
  status: number;
  headers: Record<string, string>;
  /** The session's time at which the headers went out. */
  atMs: number;
  chunks: { atMs: number; chunk: string | Uint8Array }[];
  endMs: number;
  ending: "complete" | "cut" | "reset" | "left" | "open";
}

/** What was asked and answered in a session, oldest first; the oldest are forgotten. */
export interface Journal {
  begin(call: Call, atMs: number): JournalEntry;
  entries(): readonly JournalEntry[];
  /** How many there have been, forgotten ones included. */
  count(): number;
  clear(): void;
  /** Calls the listener with each entry when it is over. Returns what ends that. */
  subscribe(listener: (entry: JournalEntry) => void): () => void;
  /** Tells the listeners that an entry is over. */
  publish(entry: JournalEntry): void;
}

/** Longer request bodies are kept without their rest. */
const keptBodyBytes = 64 * 1024;

export function createJournal(size: number): Journal {
  let entries: JournalEntry[] = [];
  let count = 0;
  const listeners = new Set<(entry: JournalEntry) => void>();

  return {
    begin(call, atMs) {
      count += 1;
      const entry: JournalEntry = {
        id: `x-${count}`,
        atMs,
        ...kept(call),
        operationId: undefined,
        key: undefined,
        faults: [],
        notices: [],
        response: undefined,
      };
      entries.push(entry);
      // Every now and then, as taking one off the front for each request would move all the others.
      if (entries.length >= size * 2) entries = entries.slice(-size);
      return entry;
    },
    entries: () => (entries.length > size ? entries.slice(-size) : entries),
    count: () => count,
    clear() {
      entries = [];
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    publish(entry) {
      for (const listener of listeners) listener(entry);
    },
  };
}

function kept(call: Call): Pick<JournalEntry, "call" | "omittedBytes"> {
  const { body = new Uint8Array() } = call;
  const omittedBytes = body.length - keptBodyBytes;
  if (omittedBytes <= 0) return { call, omittedBytes: 0 };
  // A copy: `slice` of a Buffer is a view, which would hold all of it.
  return { call: { ...call, body: new Uint8Array(body.subarray(0, keptBodyBytes)) }, omittedBytes };
}
