import type { Call } from "../call.js";
import { fingerprintOf } from "../journal/fingerprint.js";
import {
  createJournal,
  type Journal,
  type JournalEntry,
  type JournalReader,
  type JournalResponse,
} from "../journal/journal.js";
import type { JournalBudget } from "../journal/journal-budget.js";
import type { Connection } from "./connect.js";
import {
  clearExchangesScript,
  countExchangesScript,
  readExchangesScript,
  writeExchangeScript,
} from "./journal-scripts.js";
import type { SessionStore } from "./session-store.js";

/** The part that this process has read of a journal that somebody watches, so that it doesn't read all of it each time. */
export interface ReadJournal {
  watchers: number;
  cleared: string;
  last: string;
  entries: JournalEntry[];
}

export const unreadJournal = (): ReadJournal => ({ watchers: 0, cleared: "", last: "-", entries: [] });

export interface RedisJournalOptions {
  connection: Connection;
  read: ReadJournal;
  /** The number of the request. */
  number: number;
  /** The number of times that the journal had been cleared when the request came; what was asked before the last time is not kept. */
  cleared: string;
  size: number;
  bytes: number;
  budget: JournalBudget;
}

/** The journal of a session, as one request sees it: in this process until it is over, then in Redis for all of them. */
export function createRedisJournal(store: SessionStore, options: RedisJournalOptions): Journal {
  const { connection, read, number, cleared, size, bytes, budget } = options;
  const own = createJournal(1, budget);
  const channel = `model-access-mock:${connection.database}:journal:${store.name}:${store.epoch}`;

  return {
    begin(call, atMs) {
      return Object.assign(own.begin(call, atMs), { id: `x-${number}` });
    },
    answer: own.answer,
    keep: own.keep,
    note: own.note,
    publish(entry) {
      const text = written(entry);
      own.clear();
      // Nobody waits for it; where it fails, the log says that the store is away.
      void store.run(writeExchangeScript, entry.id, text, size, bytes, channel, cleared).catch(() => undefined);
    },
    read: () => readEntries(),
    async size() {
      const [there] = (await store.run(countExchangesScript)) ?? [0];
      return Number(there);
    },
    async count() {
      const [, asked] = (await store.run(countExchangesScript)) ?? [0, 0];
      return Number(asked);
    },
    async clear() {
      await store.run(clearExchangesScript);
    },
    async subscribe(listener) {
      read.watchers += 1;
      const end = await connection.subscribe(channel, listener);
      return () => {
        read.watchers -= 1;
        if (read.watchers === 0) Object.assign(read, unreadJournal());
        end();
      };
    },
  };

  async function readEntries(): Promise<JournalReader> {
    const known = read.watchers > 0 ? read : unreadJournal();
    let found = await store.run(readExchangesScript, known.last);
    if (found !== null && known.last !== "-" && found[0] !== known.cleared) {
      Object.assign(known, { last: "-", entries: [] });
      found = await store.run(readExchangesScript, known.last);
    }
    const [times, rows] = (found ?? ["0", []]) as [string, [id: string, fields: string[]][]]; // by the script
    for (const [, [, , , text = "null"]] of rows) known.entries.push(entryIn(text));
    known.last = rows.length > 0 ? `(${rows.at(-1)?.[0]}` : known.last;
    known.cleared = times;
    known.entries.sort((one, other) => numberOf(one) - numberOf(other));
    known.entries.splice(0, Math.max(0, known.entries.length - size));
    return createReader(known.entries.slice());
  }
}

const numberOf = ({ id }: JournalEntry) => Number(id.slice(2));

/** An exchange as JSON, its bytes as base64. */
function written({ call, response, ...entry }: JournalEntry): string {
  const body = Buffer.from(call.body ?? []).toString("base64");
  const chunks = response?.chunks.map(({ atMs, chunk }) =>
    typeof chunk === "string" ? [atMs, chunk] : [atMs, Buffer.from(chunk).toString("base64"), 1],
  );
  return JSON.stringify({
    ...entry,
    call: { ...call, query: undefined, body },
    response: response && { ...response, chunks },
  });
}

/** Reads an exchange that `written` wrote. */
function entryIn(text: string): JournalEntry {
  const { call, response, ...entry } = JSON.parse(text) as Omit<JournalEntry, "call" | "response"> & {
    call: Omit<Call, "body"> & { body: string };
    response?: Omit<JournalResponse, "chunks"> & { chunks: [atMs: number, chunk: string, isBytes?: 1][] };
  };
  const body = Buffer.from(call.body, "base64");
  const chunks = (response?.chunks ?? []).map(([atMs, chunk, isBytes]) => ({
    atMs,
    chunk: isBytes === 1 ? Buffer.from(chunk, "base64") : chunk,
  }));
  return {
    ...entry,
    call: { ...call, body, query: new URLSearchParams() },
    response: response && { ...response, chunks },
  };
}

/** Entries that do not change any more, by their numbers. */
function createReader(entries: JournalEntry[]): JournalReader {
  const places = new Map(entries.map((entry, index) => [entry, index]));
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  let previous: Map<JournalEntry, JournalEntry> | undefined;
  const placeOf = (entry: JournalEntry) => places.get(entry) ?? entries.length;

  return {
    length: entries.length,
    find: (id) => byId.get(id),
    fromEnd: (offset) => entries[entries.length - 1 - offset],
    before: (entry, most) => entries.slice(Math.max(0, placeOf(entry) - most), placeOf(entry)),
    after: (entry) => entries[placeOf(entry) + 1],
    same(entry) {
      previous ??= linkSame();
      return previous.get(entry);
    },
  };

  function linkSame(): Map<JournalEntry, JournalEntry> {
    const latest = new Map<string, JournalEntry>();
    const links = new Map<JournalEntry, JournalEntry>();
    for (const entry of entries) {
      entry.fingerprint ??= fingerprintOf(entry);
      const before = latest.get(entry.fingerprint);
      if (before !== undefined) links.set(entry, before);
      latest.set(entry.fingerprint, entry);
    }
    return links;
  }
}
