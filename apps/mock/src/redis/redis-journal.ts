import type { Call } from "../call.js";
import { fingerprintOf } from "../journal/fingerprint.js";
import {
  createJournal,
  type Journal,
  type JournalEntry,
  type JournalResponse,
  type LocalJournal,
} from "../journal/journal.js";
import type { JournalBudget } from "../journal/journal-budget.js";
import type { Connection } from "./connect.js";
import type { RedisSession } from "./redis-session.js";

export interface RedisJournalOptions {
  connection: Connection;
  size: number;
  bytes: number;
  budget: JournalBudget;
}

/** The journal of a session: an exchange is in this process until it is over, then in Redis for all of them. */
export function createRedisJournal(session: RedisSession, options: RedisJournalOptions): Journal {
  const { connection, size, bytes, budget } = options;
  const channel = `model-access-mock:${connection.database}:journal:${session.name}:${session.begun}`;
  /** Exchanges that are not over, each in a journal of its own, and the shelf that they go to. */
  const open = new WeakMap<JournalEntry, { own: LocalJournal; shelf: string }>();
  const shelf = () => `journal ${session.data.cleared}`;
  /** The part that has been read already for those who watch. */
  let read = { shelf: "", last: "", entries: [] as JournalEntry[] };
  let watchers = 0;

  return {
    begin(call, atMs, number) {
      const own = createJournal(1, budget);
      const entry = own.begin(call, atMs, number);
      open.set(entry, { own, shelf: shelf() });
      return entry;
    },
    answer: (entry, response) => open.get(entry)?.own.answer(entry, response),
    keep: (entry, piece) => open.get(entry)?.own.keep(entry, piece),
    note: (entry, sentence) => open.get(entry)?.own.note(entry, sentence),
    publish(entry) {
      const place = open.get(entry);
      if (place === undefined) return;
      const value = { shelf: place.shelf, name: entry.id, value: writtenEntry(entry), atMs: entry.atMs };
      place.own.clear();
      if (place.shelf !== shelf()) return; // the journal was emptied meanwhile
      // Nobody waits for it; where it fails, the log says that the store is away.
      void session.put(value, { entries: size, bytes }, channel).catch(() => undefined);
    },
    async read() {
      const known = watchers > 0 && read.shelf === shelf() ? read : { shelf: shelf(), last: "", entries: [] };
      const rows = await session.listAfter(known.shelf, { limit: size, after: known.last });
      const entries = [...known.entries, ...rows.map(([, value]) => entryIn(value as WrittenEntry))]; // `publish` put them
      entries.sort((one, other) => numberOf(one) - numberOf(other));
      read = { shelf: known.shelf, last: rows[0]?.[0] ?? known.last, entries: entries.slice(-size) };
      const journal = createJournal(size);
      for (const entry of read.entries) journal.add({ ...entry }); // one that is read longer keeps its own
      return journal;
    },
    size: () => session.sizeOf(shelf()),
    count: () => session.data.requests,
    async clear() {
      const old = await session.change((data) => {
        data.cleared += 1;
        data.signals += 1; // for the processes in which exchanges are not over
        return `journal ${data.cleared - 1}`;
      });
      await session.clear(old);
    },
    async subscribe(listener) {
      watchers += 1;
      const end = await connection.subscribe(channel, listener);
      return () => {
        watchers -= 1;
        if (watchers === 0) read = { shelf: "", last: "", entries: [] };
        end();
      };
    },
  };
}

const numberOf = ({ id }: JournalEntry) => Number(id.slice(2));

/** An exchange as it can be written as JSON, its bytes as base64. */
interface WrittenEntry extends Omit<JournalEntry, "call" | "response"> {
  call: Omit<Call, "body" | "query"> & { body: string };
  response?: (Omit<JournalResponse, "chunks"> & { chunks: [atMs: number, chunk: string, isBytes?: 1][] }) | undefined;
}

function writtenEntry({ call: { query: _, body, ...call }, response, ...entry }: JournalEntry): WrittenEntry {
  const chunks = response?.chunks.map(({ atMs, chunk }): [number, string, 1?] =>
    typeof chunk === "string" ? [atMs, chunk] : [atMs, Buffer.from(chunk).toString("base64"), 1],
  );
  return {
    ...entry,
    call: { ...call, body: Buffer.from(body ?? []).toString("base64") },
    response: response && { ...response, chunks: chunks ?? [] },
  };
}

function entryIn({ call, response, ...entry }: WrittenEntry): JournalEntry {
  const chunks = (response?.chunks ?? []).map(([atMs, chunk, isBytes]) => ({
    atMs,
    chunk: isBytes === 1 ? Buffer.from(chunk, "base64") : chunk,
  }));
  const read: JournalEntry = {
    ...entry,
    call: { ...call, body: Buffer.from(call.body, "base64"), query: new URLSearchParams() },
    response: response && { ...response, chunks },
  };
  return { ...read, fingerprint: fingerprintOf(read) }; // once, as it may be read many times
}
