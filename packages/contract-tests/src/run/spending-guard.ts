import type { ExchangePlan, Missing } from "../exchange.js";
import { areaOf } from "../rule.js";
import type { WireReply } from "../wire/wire.js";
import { type BalanceTracker, createBalanceTracker } from "./balance-tracker.js";
import { whyOverCallLimit } from "./call-limits.js";
import type { SessionOptions } from "./session-options.js";

/** The cost of a call: nothing, a short completion, as much as a video, or nothing if it is refused as it has to be. */
export type CallCost = "free" | "billed" | "dear" | "unsure";

const generating = ["createChatCompletion", "createMessage", "createResponse", "queryBot"];
const making = ["createVideo", "remixVideo", "extendVideo"];

export function costOf({ allow, isBilled, operationId }: ExchangePlan): CallCost {
  if (allow === "dear") return "dear";
  if (isBilled) return "billed";
  return [...generating, ...making].includes(operationId) ? "unsure" : "free";
}

export const couldBeDear = (plan: ExchangePlan): boolean =>
  costOf(plan) === "dear" || making.includes(plan.operationId);

/** Keeps a run within what it may cost: every answer is counted by what it did, whatever was expected of it. */
export interface SpendingGuard {
  readonly balance: BalanceTracker;
  /** The number of calls that were answered as if they were billed. */
  readonly billedCalls: number;
  /** Takes an answer to a call with the caller's own key, or another. */
  heard(plan: ExchangePlan, reply: WireReply, about: { isOwn: boolean }): void;
  whyNot(plan: ExchangePlan, made: { calls: number }): Missing | undefined;
  /** True where the balance has to be known before this call. */
  readsBalanceBefore(plan: ExchangePlan): boolean;
}

export function createSpendingGuard(
  options: Pick<SessionOptions, "maxPoints" | "allow" | "all" | "monitor">,
): SpendingGuard {
  const { maxPoints, allow = [], all, monitor } = options;
  const balance = createBalanceTracker();
  /** The calls that were accepted though they had to be refused. */
  const accepted: ExchangePlan[] = [];
  let billedCalls = 0;

  return {
    balance,
    get billedCalls() {
      return billedCalls;
    },
    heard(plan, reply, { isOwn }) {
      const isCharged = costOf(plan) !== "free" && reply.status >= 200 && reply.status < 300;
      if (isCharged) billedCalls += 1;
      if (isCharged && costOf(plan) === "unsure") accepted.push(plan);
      if (isOwn) balance.heard(plan, reply, { isCharged });
    },
    whyNot(plan, { calls }) {
      const cost = costOf(plan);
      if (monitor && (cost === "billed" || cost === "dear"))
        return {
          outcome: "skip",
          reason: "Not called: a run with --monitor bills nothing.",
          needs: "a run without --monitor",
        };
      if (cost === "unsure" && couldBeDear(plan) && !allow.includes("dear")) {
        const before = accepted.find((each) => couldBeDear(each) && areaOf(each.id) === areaOf(plan.id));
        if (before !== undefined) {
          const reason = `Not called: the service accepted ${before.says}, which it should refuse and which may be expensive.`;
          return { outcome: "skip", reason, needs: "--allow dear" };
        }
        if (maxPoints !== undefined || monitor) {
          const limit = monitor ? "points, and a run with --monitor bills nothing" : "more than the limit of points";
          const reason = `Not called: if the service accepts it by mistake, it could cost ${limit}.`;
          return { outcome: "skip", reason, needs: "--allow dear" };
        }
      }
      const isAlike = accepted.some(({ operationId }) => operationId === plan.operationId);
      const isUnsafe = cost === "unsure" && isAlike;
      const acceptedCalls = accepted.length;
      return whyOverCallLimit(plan, { calls, billedCalls, acceptedCalls, isUnsafe, ...(all && { all }) });
    },
    readsBalanceBefore(plan) {
      if (couldBeDear(plan)) return balance.isStale();
      if (maxPoints === undefined) return false;
      return plan.isBilled === true || (costOf(plan) === "unsure" && balance.isStale());
    },
  };
}
