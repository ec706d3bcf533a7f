import type { Call } from "../call.js";
import { createAttempts } from "./attempts.js";
import { fingerprintOf } from "./fingerprint.js";
import { createJournalBudget, type JournalBudget, type JournalSlot } from "./journal-budget.js";
import { sizeOfHead, sizeOfHeaders, sizeOfPiece } from "./kept-size.js";

/** An exchange as it happens; it is written out only when somebody reads it. */
export interface JournalEntry {
  id: string;
  /** The session's time at which the request came. */
  atMs: number;
  /** The request; of a long body only the beginning. */
  call: Call;
  /** The number of bytes of the body that aren't kept. */
  omittedBytes: number;
  operationId: string | undefined;
  /** The key that was sent; undefined before it is known. It never leaves the mock. */
  key: string | undefined;
  faults: readonly string[];
  /** The mock's remarks on the request, one sentence each. */
  notices: readonly string[];
  response: JournalResponse | undefined;
  /** The fingerprint that a repetition of the request has too; made when the journal is first read. */
  fingerprint?: string;
}

export interface JournalResponse {
  status: number;
  headers: Record<string, string>;
  /** The session's time at which the headers went out. */
  atMs: number;
  /** The pieces of the body, of a long one only the first. */
  chunks: { atMs: number; chunk: string | Uint8Array }[];
  /** The pieces and bytes of the body so far, and the bytes that aren't kept; absent where all are. */
  sent?: { pieces: number; bytes: number; omittedBytes: number };
  endMs: number;
  ending: "complete" | "cut" | "reset" | "left" | "open";
}

/** Exchanges as they can be read, oldest first. */
export interface JournalReader {
  readonly length: number;
  find(id: string): JournalEntry | undefined;
  /** The latest exchange but so many. */
  fromEnd(offset: number): JournalEntry | undefined;
  /** At most so many exchanges before one, oldest first. */
  before(entry: JournalEntry, most: number): JournalEntry[];
  after(entry: JournalEntry): JournalEntry | undefined;
  /** The exchange before this one with the same request; undefined where the journal has none. */
  same(entry: JournalEntry): JournalEntry | undefined;
}

/** The exchanges of a session, oldest first; the oldest are dropped. */
export interface Journal {
  /** Begins the exchange of a request. A journal that processes share can't count them, and takes their number. */
  begin(call: Call, atMs: number, number?: number): JournalEntry;
  /** The exchanges that there are. */
  read(): JournalReader | Promise<JournalReader>;
  size(): number | Promise<number>;
  /** The number of exchanges so far, dropped ones included. */
  count(): number | Promise<number>;
  clear(): void | Promise<void>;
  /** Calls the listener with the id of each exchange when it is over. Returns what ends that. */
  subscribe(listener: (id: string) => void): (() => void) | Promise<() => void>;
  answer(entry: JournalEntry, response: JournalResponse): void;
  keep(entry: JournalEntry, piece: JournalResponse["chunks"][number]): void;
  /** Keeps a sentence of what was noticed, where there are not too many. */
  note(entry: JournalEntry, sentence: string): void;
  /** Tells the listeners that an entry is over. */
  publish(entry: JournalEntry): void;
}

/** Longer request bodies are kept without their rest. */
export const keptRequestBytes = 64 * 1024;

/** Longer responses are kept without their rest; what a piece takes beside its text counts. */
export const keptResponseBytes = 1024 * 1024;

const noticesKept = 20;

/** Shared, as most exchanges have neither faults nor notices. */
const none: readonly string[] = [];

const noQuery = new URLSearchParams();

/** The place of what a journal knows of an entry, which is not written out with it. */
const keeping = Symbol("keeping");

interface KeptEntry extends JournalEntry {
  /** Undefined once the journal has forgotten the entry. */
  [keeping]: Kept | undefined;
}

/** The facts about an entry beside itself, and its room in the budget. */
interface Kept extends JournalSlot {
  number: number;
  /** The bytes of its response that are kept. */
  responseBytes: number;
  hasBodies: boolean;
}

/** A journal in the memory of this process, which is read where it is. */
export interface LocalJournal extends Journal, JournalReader {
  read(): JournalReader;
  clear(): void;
  subscribe(listener: (id: string) => void): () => void;
  /** Adds an exchange that was kept elsewhere, and came after those that are here. */
  add(entry: JournalEntry): void;
}

/** Keeps the last exchanges of a session, `size` at most, within the bytes that it has in common with other sessions. */
export function createJournal(
  size: number,
  budget: JournalBudget = createJournalBudget(Number.POSITIVE_INFINITY),
): LocalJournal {
  const entries: JournalEntry[] = [];
  /** The number of those that were forgotten. Exchanges are numbered from 1. */
  let forgotten = 0;
  const owner = { forgetBodies, forgetOldest };
  const attempts = createAttempts();
  const count = () => forgotten + entries.length;
  const listeners = new Set<(id: string) => void>();

  const journal: LocalJournal = {
    read: () => journal,
    size: () => entries.length,
    begin(call, atMs, number = count() + 1) {
      const entry: JournalEntry = {
        id: `x-${number}`,
        atMs,
        ...beginningOf(call),
        operationId: undefined,
        key: undefined,
        faults: none,
        notices: none,
        response: undefined,
      };
      const own = add(entry);
      budget.grow(own, sizeOfHead(call) + (entry.call.body?.length ?? 0));
      if (entries.length > size) forgetOldest();
      return entry;
    },
    add: (entry) => void add(entry),
    get length() {
      return entries.length;
    },
    find: (id) => entries.findLast((entry) => entry.id === id),
    fromEnd: (offset) => entries.at(-1 - offset),
    before(entry, most) {
      const end = Math.max(0, indexOf(keptOf(entry)?.number ?? 0));
      return entries.slice(Math.max(0, end - most), end);
    },
    // One that has been forgotten was older than all that are left.
    after: (entry) => entries[indexOf((keptOf(entry)?.number ?? forgotten) + 1)],
    same(entry) {
      const number = keptOf(entry)?.number ?? 0;
      attempts.link(forgotten + 1, (at) => entries[indexOf(at)], count());
      const before = attempts.previous(number);
      return before === undefined ? undefined : entries[indexOf(before)];
    },
    count,
    clear() {
      while (entries.length > 0) forgetOldest();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    answer(entry, response) {
      entry.response = response;
      const own = keptOf(entry);
      if (own !== undefined) budget.grow(own, sizeOfHeaders(response.headers));
    },
    keep(entry, { atMs, chunk }) {
      const { response } = entry;
      const own = keptOf(entry);
      if (response === undefined || own === undefined) return;
      const bytes = typeof chunk === "string" ? Buffer.byteLength(chunk) : chunk.length;
      const size = sizeOfPiece(chunk, bytes);
      response.sent ??= { pieces: 0, bytes: 0, omittedBytes: 0 };
      response.sent.pieces += 1;
      response.sent.bytes += bytes;
      const room = keptResponseBytes - own.responseBytes;
      const isKept = own.hasBodies && response.sent.omittedBytes === 0;
      const taken = isKept ? (size <= room ? chunk : beginningOfPiece(chunk, room)) : undefined;
      if (taken === undefined) {
        response.sent.omittedBytes += bytes;
        return;
      }
      // Most have one piece, and an array that is pushed to takes room for many more.
      if (response.chunks.length === 0) response.chunks = [{ atMs, chunk: taken }];
      else response.chunks.push({ atMs, chunk: taken });
      if (taken !== chunk) response.sent.omittedBytes += bytes - taken.length;
      const keptSize = taken === chunk ? size : sizeOfPiece(taken, taken.length);
      own.responseBytes += keptSize;
      budget.grow(own, keptSize);
    },
    note(entry, sentence) {
      if (entry.notices.length > noticesKept) return;
      const isLast = entry.notices.length === noticesKept;
      entry.notices = [...entry.notices, isLast ? "More was noticed than is kept." : sentence.slice(0, 500)];
    },
    publish(entry) {
      for (const listener of listeners) listener(entry.id);
    },
  };
  return journal;

  function add(entry: JournalEntry): Kept {
    const own: Kept = {
      number: count() + 1,
      responseBytes: 0,
      hasBodies: true,
      owner,
      entry,
      bytes: 0,
      isReleased: false,
      previous: undefined,
      next: undefined,
    };
    (entry as KeptEntry)[keeping] = own;
    budget.add(own);
    entries.push(entry);
    return own;
  }

  function indexOf(number: number): number {
    return number - forgotten - 1;
  }

  function forgetOldest(): void {
    const oldest = entries.shift();
    const own = oldest && keptOf(oldest);
    if (oldest === undefined || own === undefined) return;
    forgotten += 1;
    attempts.forget(own.number, oldest);
    budget.release(own);
    own.hasBodies = false;
    (oldest as KeptEntry)[keeping] = undefined; // `begin` made it
  }

  function forgetBodies(entry: JournalEntry): number {
    const own = keptOf(entry);
    if (own === undefined) return 0;
    const { call, response } = entry;
    const { body = new Uint8Array() } = call;
    entry.fingerprint ??= fingerprintOf(entry);
    entry.call = { ...call, body: new Uint8Array() };
    entry.omittedBytes += body.length;
    if (response !== undefined) {
      response.chunks = [];
      if (response.sent !== undefined) response.sent.omittedBytes = response.sent.bytes;
    }
    const given = body.length + own.responseBytes;
    own.responseBytes = 0;
    own.hasBodies = false;
    return given;
  }
}

/** Undefined for an entry that its journal has forgotten. */
const keptOf = (entry: JournalEntry): Kept | undefined => (entry as Partial<KeptEntry>)[keeping];

function beginningOf(call: Call): Pick<JournalEntry, "call" | "omittedBytes"> {
  const { body = new Uint8Array() } = call;
  const omittedBytes = body.length - keptRequestBytes;
  if (omittedBytes <= 0) return { call: call.query.size === 0 ? call : { ...call, query: noQuery }, omittedBytes: 0 };
  // A copy: `slice` of a Buffer is a view, which would hold all of it.
  const kept = new Uint8Array(body.subarray(0, keptRequestBytes));
  return { call: { ...call, query: noQuery, body: kept }, omittedBytes };
}

/** The beginning of a piece that is too long; undefined where there is hardly any room. */
function beginningOfPiece(piece: string | Uint8Array, room: number): Uint8Array | undefined {
  if (room < leastBeginning) return undefined;
  // A copy of its own, as a part of a text or of bytes holds the whole.
  const most = room - leastBeginning / 2;
  const whole = typeof piece === "string" ? new TextEncoder().encode(piece.slice(0, most)) : piece;
  return new Uint8Array(whole.subarray(0, endOfCharacter(whole, most)));
}

const leastBeginning = 1024;

/** Returns the place, at most `most`, where bytes can be cut without breaking a UTF-8 character. */
function endOfCharacter(bytes: Uint8Array, most: number): number {
  if (bytes.length <= most) return bytes.length;
  let end = most;
  while (end > most - 4 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return end;
}
