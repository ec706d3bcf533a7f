import { valueAt } from "@model-access/contract";
import type { ExchangePlan } from "../exchange.js";
import { jsonOf, type WireReply } from "../wire/wire.js";

const balanceOperations = ["getCurrentBalance", "getBalance"];

export interface BalanceTracker {
  heard(plan: ExchangePlan, reply: WireReply, about: { isCharged: boolean }): void;
  /** Returns the points that were spent since the run began, as the sum of all falls; undefined if no balance was read. */
  spent(): number | undefined;
  /** True if the balance rose at any time, so that nobody can tell what the run cost. */
  hasRisen(): boolean;
  isStale(): boolean;
  isReadable(): boolean;
  reads(operationId: string): boolean;
}

export function createBalanceTracker(): BalanceTracker {
  const readable = new Set<string>();
  let fallen = 0;
  let hasRisen = false;
  let last: number | undefined;
  let isStale = false;

  return {
    heard({ operationId }, reply, { isCharged }) {
      if (isCharged) isStale = true;
      if (reply.status !== 200) return;
      if (!balanceOperations.includes(operationId)) return;
      const balance = valueAt(jsonOf(reply)?.value, "/current_point_balance");
      if (typeof balance !== "number") return;
      readable.add(operationId);
      fallen += Math.max(0, (last ?? balance) - balance);
      hasRisen ||= balance > (last ?? balance);
      last = balance;
      isStale = false;
    },
    spent: () => (last === undefined ? undefined : fallen),
    hasRisen: () => hasRisen,
    isStale: () => isStale && last !== undefined,
    isReadable: () => last !== undefined,
    reads: (operationId) => readable.has(operationId),
  };
}
