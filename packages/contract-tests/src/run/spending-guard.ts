import type { ExchangePlan, Missing } from "../exchange.js";
import { balanceIn } from "../reading/account-reading.js";
import { areaOf } from "../rule.js";
import type { WireReply } from "../wire/wire.js";
import { whyOverCallLimit } from "./call-limits.js";
import type { SessionOptions } from "./session-options.js";

const generating = ["createChatCompletion", "createMessage", "createResponse", "queryBot"];
const making = ["createVideo", "remixVideo", "extendVideo"];
const balanceOperations = ["getCurrentBalance", "getBalance"];

/** The cost of a call: nothing, a short completion, as much as a video, or nothing if it is refused as it has to be. */
function costOf({ allow, isBilled, operationId }: ExchangePlan): "free" | "billed" | "dear" | "unsure" {
  if (allow === "dear") return "dear";
  if (isBilled) return "billed";
  return [...generating, ...making].includes(operationId) ? "unsure" : "free";
}

/** True for a call that would cost much if it were not refused. */
export const couldBeDear = (plan: ExchangePlan): boolean =>
  costOf(plan) === "dear" || making.includes(plan.operationId);

export type SpendingGuard = ReturnType<typeof createSpendingGuard>;

/** Keeps a run within what it may cost: every answer is counted by what it did, whatever was expected of it. */
export function createSpendingGuard(options: Pick<SessionOptions, "maxPoints" | "allow" | "all" | "monitor">) {
  const { maxPoints, allow = [], all, monitor } = options;
  const balance = createBalanceTracker();
  /** The calls that were accepted though they had to be refused. */
  const accepted: ExchangePlan[] = [];
  let billedCalls = 0;

  return {
    balance,
    /** The number of calls that were answered as if they were billed. */
    get billedCalls() {
      return billedCalls;
    },
    /** Takes an answer to a call with the caller's own key, or another. */
    heard(plan: ExchangePlan, reply: WireReply, { isOwn }: { isOwn: boolean }): void {
      const isCharged = costOf(plan) !== "free" && reply.status >= 200 && reply.status < 300;
      if (isCharged) billedCalls += 1;
      if (isCharged && costOf(plan) === "unsure") accepted.push(plan);
      if (isOwn) balance.heard(plan, reply, { isCharged });
    },
    /** Returns the reason why a call may not be made; undefined where it may. */
    whyNot(plan: ExchangePlan, { calls }: { calls: number }): Missing | undefined {
      const cost = costOf(plan);
      const notCalled = (why: string, needs: string): Missing => ({
        outcome: "skip",
        reason: `Not called: ${why}.`,
        needs,
      });
      if (monitor && (cost === "billed" || cost === "dear"))
        return notCalled("a run with --monitor bills nothing", "a run without --monitor");
      if (cost === "unsure" && couldBeDear(plan) && !allow.includes("dear")) {
        const before = accepted.find((each) => couldBeDear(each) && areaOf(each.id) === areaOf(plan.id));
        const limit = monitor ? "points, and a run with --monitor bills nothing" : "more than the limit of points";
        if (before !== undefined)
          return notCalled(
            `the service accepted ${before.says}, which it should refuse and which may be expensive`,
            "--allow dear",
          );
        if (maxPoints !== undefined || monitor)
          return notCalled(`if the service accepts it by mistake, it could cost ${limit}`, "--allow dear");
      }
      const isAlike = accepted.some(({ operationId }) => operationId === plan.operationId);
      const isUnsafe = cost === "unsure" && isAlike;
      const acceptedCalls = accepted.length;
      return whyOverCallLimit(plan, { calls, billedCalls, acceptedCalls, isUnsafe, ...(all && { all }) });
    },
    /** True where the balance has to be known before this call. */
    readsBalanceBefore(plan: ExchangePlan): boolean {
      if (couldBeDear(plan)) return balance.isStale();
      if (maxPoints === undefined) return false;
      return plan.isBilled === true || (costOf(plan) === "unsure" && balance.isStale());
    },
  };
}

/** Follows the account's points by the answers of a run. */
function createBalanceTracker() {
  const readable = new Set<string>();
  let fallen = 0;
  let hasRisen = false;
  let last: number | undefined;
  let isStale = false;

  return {
    heard({ operationId }: ExchangePlan, reply: WireReply, { isCharged }: { isCharged: boolean }): void {
      if (isCharged) isStale = true;
      const balance = balanceIn(reply);
      if (reply.status !== 200 || !balanceOperations.includes(operationId) || balance === undefined) return;
      readable.add(operationId);
      fallen += Math.max(0, (last ?? balance) - balance);
      hasRisen ||= balance > (last ?? balance);
      last = balance;
      isStale = false;
    },
    /** Returns the points that were spent since the run began, as the sum of all falls; undefined if no balance was read. */
    spent: () => (last === undefined ? undefined : fallen),
    /** True if the balance rose at any time, so that nobody can tell what the run cost. */
    hasRisen: () => hasRisen,
    isStale: () => isStale && last !== undefined,
    isReadable: () => last !== undefined,
    reads: (operationId: string) => readable.has(operationId),
  };
}
