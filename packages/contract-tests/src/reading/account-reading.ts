import { valueAt } from "@model-access/contract";
import type { Exchange } from "../exchange.js";
import { jsonOf, type WireReply } from "../wire/wire.js";

/** The entries of a page of the history; none where it is not one. */
export function entriesIn(reply: WireReply | undefined): unknown[] {
  const data = reply && valueAt(jsonOf(reply)?.value, "/data");
  return Array.isArray(data) ? data : [];
}

/** The points that a reply says are left. */
export function balanceIn(reply: WireReply | undefined): number | undefined {
  const balance = reply && valueAt(jsonOf(reply)?.value, "/current_point_balance");
  return typeof balance === "number" ? balance : undefined;
}

/** The entries of a later page that an earlier one has not. */
export function newEntries(earlier: WireReply | undefined, later: WireReply | undefined): unknown[] {
  const known = new Set(idsIn(earlier));
  return entriesIn(later).filter((entry) => !known.has(valueAt(entry, "/query_id")));
}

/** The entries that are newer than all that an earlier page has: a longer page goes further back, too. */
export function entriesSince(earlier: WireReply | undefined, later: WireReply | undefined): unknown[] {
  const known = idsIn(earlier);
  const at = idsIn(later).findIndex((id) => known.includes(id));
  return entriesIn(later).slice(0, at === -1 ? undefined : at);
}

/** Sums up the costs of entries. */
export function costOf(entries: unknown[]): number {
  return entries.reduce<number>((sum, entry) => sum + Number(valueAt(entry, "/cost_points")), 0);
}

/** The ids of a page's entries, in its order. */
export function idsIn(reply: WireReply | undefined): unknown[] {
  return entriesIn(reply).map((entry) => valueAt(entry, "/query_id"));
}

/**
 * Finds what entries cost more in a later page, newest first, than in an earlier one: those that have come since, and those whose
 * cost came late. Not a number where the pages have no entry in common, so that some may be on neither.
 */
export function costBetween(earlier: WireReply | undefined, later: WireReply | undefined): number {
  const known = new Map(entriesIn(earlier).map((entry) => [valueAt(entry, "/query_id"), entry]));
  const ids = idsIn(later);
  const last = ids.findLastIndex((id) => known.has(id));
  if (known.size > 0 && last === -1) return Number.NaN;
  const entries = entriesIn(later).slice(0, known.size > 0 ? last + 1 : undefined);
  return costOf(entries) - costOf(entries.flatMap((entry) => known.get(valueAt(entry, "/query_id")) ?? []));
}

/** Balance and history as they were read one after the other. */
export type Account = Record<"balance" | "history", Exchange | undefined>;

/** The entries and the cost between two readings of the account. */
export interface Change {
  entries: unknown[];
  cost: number;
  /** The points that the balance has lost; not a number where it was not read twice. */
  fall: number;
}

/** Compares two readings of the account. */
export function changeBetween(earlier: Account, later: Account): Change {
  const entries = newEntries(earlier.history?.reply, later.history?.reply);
  return { entries, cost: costOf(entries), fall: fallBetween(earlier.balance, later.balance) };
}

/** The points that the balance has lost between two readings of it; not a number where one of them is missing. */
export const fallBetween = (earlier: Exchange | undefined, later: Exchange | undefined): number =>
  (balanceIn(earlier?.reply) ?? Number.NaN) - (balanceIn(later?.reply) ?? Number.NaN);

/** The place of the balance in its answer. */
export const balanceAt = "/current_point_balance";
