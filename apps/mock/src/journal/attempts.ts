import { fingerprintOf } from "./fingerprint.js";
import type { JournalEntry, JournalReader } from "./journal.js";

/** The place of an exchange in a row of repetitions. */
export interface Attempt {
  /** 1 for the first. */
  number: number;
  /** The exchange that this one repeats; undefined for the first. */
  previous: JournalEntry | undefined;
  first: JournalEntry;
}

/** A repetition comes within this time of what it repeats. */
const patienceMs = 120_000;

/** Tells which attempt an exchange is: those before it failed and had the same bytes to the same place with the same key. */
export function attemptOf(entry: JournalEntry, journal: Pick<JournalReader, "same">): Attempt {
  const previous = repeated(entry, journal);
  let number = 1;
  let first = entry;
  for (let at = previous; at !== undefined; at = repeated(at, journal)) {
    number += 1;
    first = at;
  }
  return { number, previous, first };
}

function repeated(entry: JournalEntry, journal: Pick<JournalReader, "same">): JournalEntry | undefined {
  const previous = journal.same(entry);
  if (previous === undefined || !hasFailed(previous) || entry.atMs - endOf(previous) >= patienceMs) return undefined;
  return previous;
}

/** True where an exchange gave no whole answer that counts: refused, broken, or cut by a fault. */
function hasFailed({ response, faults }: JournalEntry): boolean {
  if (response === undefined || response.status >= 400) return true;
  return response.ending === "cut" || response.ending === "reset" || faults.length > 0;
}

export function endOf({ response, atMs }: JournalEntry): number {
  return response === undefined || response.ending === "open" ? atMs : response.endMs;
}

/** Knows of each exchange, by its number, the one before it with the same request. */
export function createAttempts() {
  /** The latest exchange of a request. */
  const latest = new Map<string, number>();
  const previous = new Map<number, number>();
  let linked = 0;

  return {
    /**
     * Takes note of the exchanges that came since it was asked last, so that nobody waits for it who reads no journal.
     */
    link(first: number, at: (number: number) => JournalEntry | undefined, last: number): void {
      for (linked = Math.max(linked, first - 1); linked < last; ) {
        linked += 1;
        const entry = at(linked);
        if (entry === undefined) continue;
        entry.fingerprint ??= fingerprintOf(entry);
        const before = latest.get(entry.fingerprint);
        if (before !== undefined) previous.set(linked, before);
        latest.set(entry.fingerprint, linked);
      }
    },
    previous: (number: number) => previous.get(number),
    forget(number: number, { fingerprint = "" }: JournalEntry): void {
      previous.delete(number);
      if (latest.get(fingerprint) === number) latest.delete(fingerprint);
    },
  };
}
