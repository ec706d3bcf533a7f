import { createHash } from "node:crypto";
import type { JournalEntry } from "./journal.js";

/** Where an exchange stands in a row of repetitions. */
export interface Attempt {
  /** 1 for the first. */
  number: number;
  /** The exchange that this one repeats; undefined for the first. */
  previous: JournalEntry | undefined;
  first: JournalEntry;
}

/** A repetition comes within this time of what it repeats. */
const patienceMs = 120_000;

/** Tells repetitions of a request that failed: the same bytes to the same place with the same key. */
export function groupAttempts(entries: readonly JournalEntry[]): Map<JournalEntry, Attempt> {
  const attempts = new Map<JournalEntry, Attempt>();
  const last = new Map<string, JournalEntry>();
  for (const entry of entries) {
    entry.fingerprint ??= fingerprintOf(entry);
    const print = entry.fingerprint;
    const previous = last.get(print);
    const before = previous && attempts.get(previous);
    last.set(print, entry);
    const isRepetition = previous !== undefined && hasFailed(previous) && entry.atMs - endOf(previous) < patienceMs;
    attempts.set(
      entry,
      isRepetition && before !== undefined
        ? { number: before.number + 1, previous, first: before.first }
        : { number: 1, previous: undefined, first: entry },
    );
  }
  return attempts;
}

/** Whether an exchange gave no whole answer that counts: refused, broken, or cut by a fault. */
function hasFailed({ response, faults }: JournalEntry): boolean {
  if (response === undefined || response.status >= 400) return true;
  return response.ending === "cut" || response.ending === "reset" || faults.length > 0;
}

/** When an exchange was over, by the session's clock. */
export function endOf({ response, atMs }: JournalEntry): number {
  return response === undefined || response.ending === "open" ? atMs : response.endMs;
}

function fingerprintOf({ call: { method, target, headers, body = new Uint8Array() } }: JournalEntry): string {
  const credentials = headers.authorization ?? headers["x-api-key"] ?? "";
  return createHash("sha1").update(`${method} ${target}\n${credentials}\n`).update(body).digest("base64");
}
