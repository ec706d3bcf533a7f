import type { PointsHistoryEntry } from "@model-access/contract";
import type { Exchange } from "../exchange.js";
import { type Answer, listOf, type Told, told, toldBy } from "./told.js";

export type Entry = Told<PointsHistoryEntry>;

export const pageIn = (answer: Answer) => toldBy<"listPointsHistory">(answer);

/** The entries of a page of the history; none where it is not one. */
export const entriesIn = (answer: Answer): Entry[] =>
  listOf(pageIn(answer).data).map((entry) => told<PointsHistoryEntry>(entry));

export function balanceIn(answer: Answer): number | undefined {
  const { current_point_balance: balance } = toldBy<"getBalance">(answer);
  return typeof balance === "number" ? balance : undefined;
}

/** The entries of a later page that an earlier one has not. */
export function newEntries(earlier: Answer, later: Answer): Entry[] {
  const known = new Set(idsIn(earlier));
  return entriesIn(later).filter(({ query_id }) => !known.has(query_id));
}

/** The entries that are newer than all that an earlier page has: a longer page goes further back, too. */
export function entriesSince(earlier: Answer, later: Answer): Entry[] {
  const known = idsIn(earlier);
  const at = idsIn(later).findIndex((id) => known.includes(id));
  return entriesIn(later).slice(0, at === -1 ? undefined : at);
}

export const costOf = (entries: unknown[]): number =>
  entries.reduce<number>((sum, entry) => sum + Number(told<PointsHistoryEntry>(entry).cost_points), 0);

export const idsIn = (answer: Answer): unknown[] => entriesIn(answer).map(({ query_id }) => query_id);

/**
 * Finds what entries cost more in a later page, newest first, than in an earlier one: those that have come since, and those whose
 * cost came late. Not a number where the pages have no entry in common, so that some may be on neither.
 */
export function costBetween(earlier: Answer, later: Answer): number {
  const known = new Map(entriesIn(earlier).map((entry) => [entry.query_id, entry]));
  const last = idsIn(later).findLastIndex((id) => known.has(id));
  if (known.size > 0 && last === -1) return Number.NaN;
  const entries = entriesIn(later).slice(0, known.size > 0 ? last + 1 : undefined);
  return costOf(entries) - costOf(entries.flatMap(({ query_id }) => known.get(query_id) ?? []));
}

export type Account = Record<"balance" | "history", Exchange | undefined>;

export interface Change {
  entries: Entry[];
  cost: number;
  /** The points that the balance has lost; not a number where it was not read twice. */
  fall: number;
}

export function changeBetween(earlier: Account, later: Account): Change {
  const entries = newEntries(earlier.history, later.history);
  return { entries, cost: costOf(entries), fall: fallBetween(earlier.balance, later.balance) };
}

/** The points that the balance has lost between two readings of it; not a number where one of them is missing. */
export const fallBetween = (earlier: Exchange | undefined, later: Exchange | undefined): number =>
  (balanceIn(earlier) ?? Number.NaN) - (balanceIn(later) ?? Number.NaN);

export const balanceAt = "/current_point_balance";
