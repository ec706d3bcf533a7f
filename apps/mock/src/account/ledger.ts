import { createQueue } from "../session/queue.js";

/** The cost of one request. */
export interface LedgerEntry {
  /** Opaque, and the cursor of a page. */
  id: string;
  /** The name of the key that the request had. */
  keyName: string | undefined;
  botName: string;
  timeMs: number;
  points: number;
}

/** A page of the ledger: at most `limit` entries, older than the entry `startingAfter` where it is given. */
export interface LedgerQuery {
  limit: number;
  startingAfter: string | undefined;
  nowMs: number;
}

/** Entries newest first, and whether there are older ones. */
export interface LedgerPage {
  entries: LedgerEntry[];
  hasMore: boolean;
}

/** The points of one account. What it opened with less its entries is always its balance, which is never below zero. */
export interface Ledger {
  balance(): number;
  /** Adds or takes points outside of the history. */
  setBalance(points: number): void;
  /** Takes the points of an entry, at most what is left, and keeps the entry with the points that were taken. */
  charge(entry: LedgerEntry): void;
  /** Undefined where `startingAfter` is no entry. */
  list(query: LedgerQuery): LedgerPage | undefined;
}

/** Older entries are in no page (R4.4). */
const keptMs = 30 * 24 * 60 * 60 * 1000;

export function createLedger(openingPoints: number): Ledger {
  /** Oldest first. */
  const entries = createQueue<LedgerEntry>();
  /** The number of each entry, counted from the first there ever was, by its id. */
  const numbers = new Map<string, number>();
  /** The number of entries that are in `numbers` or were dropped; the others follow when somebody asks for a page. */
  let numbered = 0;
  /** The number of entries that were dropped. */
  let dropped = 0;
  let balance = openingPoints;

  return {
    balance: () => balance,
    setBalance(points) {
      balance = points;
    },
    charge(entry) {
      dropOld(entry.timeMs);
      const points = Math.min(entry.points, balance);
      balance -= points;
      entries.push({ ...entry, points });
    },
    list({ limit, startingAfter, nowMs }) {
      dropOld(nowMs);
      const number = startingAfter === undefined ? dropped + entries.length : numberOf(startingAfter);
      if (number === undefined) return undefined;
      const end = number - dropped;
      const start = Math.max(0, end - limit);
      return { entries: entries.slice(start, end).reverse(), hasMore: start > 0 };
    },
  };

  function numberOf(id: string): number | undefined {
    for (numbered = Math.max(numbered, dropped); numbered < dropped + entries.length; numbered += 1) {
      numbers.set(entries.at(numbered - dropped)?.id ?? "", numbered);
    }
    return numbers.get(id);
  }

  function dropOld(nowMs: number): void {
    for (;;) {
      const oldest = entries.at(0);
      if (oldest === undefined || oldest.timeMs >= nowMs - keptMs) return;
      entries.shift();
      numbers.delete(oldest.id);
      dropped += 1;
    }
  }
}
