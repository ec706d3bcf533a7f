import type { SessionStore, Step } from "../session/session-store.js";
import { limitsOf } from "../session/shelf.js";

export interface LedgerEntry {
  /** Opaque, and the cursor of a page. */
  id: string;
  /** The name of the key that the request had. */
  keyName: string | undefined;
  botName: string;
  timeMs: number;
  points: number;
}

/** A page of a history: at most `limit` entries, older than the entry `startingAfter` where it is given. */
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

const shelfOf = (account: string) => `history ${account}`;

/**
 * Takes the points of an entry from an account, at most what it has left, and keeps the entry with the points that were
 * taken. What an account opened with less its entries is always its balance, which is never below zero.
 */
export function charge(account: string, openingPoints: () => number, entry: LedgerEntry): Step<void> {
  return ({ points: balances }, { keep }) => {
    const balance = balances.get(account) ?? openingPoints();
    const points = Math.min(entry.points, balance);
    balances.set(account, balance - points);
    keep({ shelf: shelfOf(account), name: entry.id, value: { ...entry, points }, atMs: entry.timeMs });
  };
}

/** A page of the history of an account; undefined where the entry to start after is not there. */
export async function listEntries(
  store: Pick<SessionStore, "find" | "list">,
  account: string,
  { limit, startingAfter, nowMs }: LedgerQuery,
): Promise<LedgerPage | undefined> {
  const shelf = shelfOf(account);
  const { ageMs } = limitsOf(shelf);
  const isListed = ({ timeMs }: LedgerEntry) => timeMs >= nowMs - ageMs;
  if (startingAfter !== undefined) {
    const last = await store.find(shelf, startingAfter);
    if (last === undefined || !isListed(last as LedgerEntry)) return undefined; // `charge` kept it
  }
  const found = (await store.list(shelf, { limit: limit + 1, before: startingAfter })) ?? [];
  const entries = (found as LedgerEntry[]).filter(isListed); // `charge` kept them
  return { entries: entries.slice(0, limit), hasMore: entries.length > limit };
}
