import { valueAt } from "@model-access/contract";
import { rule } from "../../checks/define-rule.js";
import { bodyOf } from "../../checks/reply.js";
import type { Exchange, ExchangePlan, Facts } from "../../exchange.js";
import { balanceAt, balanceIn, costBetween, entriesSince, fallBetween } from "../../reading/account-reading.js";
import { callOf } from "../../reading/describe.js";
import { balanceRead, historyRead, otherHistoryCall } from "../../requests/account-reads.js";
import { broken, pass, type Rule, type Verdict } from "../../rule.js";
import type { WireReply } from "../../wire/wire.js";
import { currentBalance, otherBalance } from "../account/paths.js";
import { before, first, settled, unbilled, whole } from "../account/readings.js";
import { whereBoth } from "../keys/routes.js";
import { answeredBefore, rulesOnAllCalls } from "./all-calls.js";

/** A balance may rise so often within a run: by a grant, a refund, a recharge. */
const mostRises = 2;

export const balanceLast: ExchangePlan = balanceRead("service/balance-last", [first.balance], {
  says: "a request for the balance after all other calls",
});

export const historyLast: ExchangePlan = historyRead("service/history-last", [balanceLast], {
  says: "a request for the history after all other calls",
  repeat: { atMost: 3, waitMs: 400, until: (reply, facts) => !(unexplainedFall(facts, reply) > 0) },
  write: (facts) => otherHistoryCall(facts, { query: { limit: "100" } }),
});

/** The balance under the other path at the same time, where both are there. */
export const otherBalanceLast: ExchangePlan = balanceRead("service/other-balance-last", [balanceLast], {
  says: "a request for the balance under /v1 right after it",
  operationId: "getBalance",
  write: whereBoth(currentBalance, otherBalance),
});

/** The balance, and the parts that it is told in. */
const balanceParts = [balanceAt, "/plan_points_balance", "/addon_point_balance"];

/** The account after all other calls. */
export const serviceBalanceCalls: ExchangePlan[] = [balanceLast, otherBalanceLast, historyLast];

/** Balances in the order in which they were read. */
const balances = [...[first, unbilled, before, settled, whole].map(({ balance }) => balance), balanceLast];

/** Rules on the balance over the whole run. */
export const serviceBalanceRules: Rule[] = [
  rule("service", "nothing-else-charged", {
    topic: "money",
    sentence: "over the whole run the balance falls by no more than the costs in the history",
    requirements: ["R8.3", "R1.1"],
    provenance: "inferred",
    level: "should",
    reads: { last: { balance: balanceLast, history: historyLast }, first },
    after: ["account/free-calls", "account/streams-charged", "account/history-ordered"],
    readsAll: true,
    judge: judgeWholeRun,
  }),
  rule("service", "balances-equal", {
    sentence: "both paths for the balance return the same balance after the run, if both exist",
    requirements: ["R4.5", "R4.3"],
    provenance: "inferred",
    level: "should",
    reads: { last: balanceLast, other: otherBalanceLast },
    readsAll: true,
    after: ["account/balances-equal", "account/balance-falls"],
    judge: judgeBothPaths,
  }),
  // Each of the members is known from deployments.
  ...rulesOnAllCalls(
    { requirements: ["R2.8", "R4.3"], provenance: "inferred" },
    {
      "balance-parts": {
        sentence: "if a balance is told in parts, points of the plan and of purchases add up to it",
        after: ["account/money-readable"],
        find: ({ reply }) => {
          const [actual, plan, bought] = balanceParts.map((member) => valueAt(bodyOf(reply), member));
          if (reply?.status !== 200 || typeof plan !== "number" || typeof bought !== "number") return undefined;
          const expected = plan + bought;
          const message = `The balance is ${actual} points, of which ${plan} are the plan's and ${bought} were bought.`;
          return actual !== expected && { message, expected, actual, pointer: balanceAt };
        },
      },
    },
  ),
  // Somebody else's calls lower a balance; nobody's raise it again and again.
  rule("service", "balance-steady", {
    topic: "money",
    sentence: "the balance does not rise again and again within a run",
    requirements: ["R4.3", "R5.1"],
    provenance: "observed",
    reads: { last: balanceLast },
    // What was not read before is not read for this.
    readsAll: true,
    after: "account/alive",
    judge: (_read, all) => {
      const told = balances
        .flatMap(({ id }) => all.find(({ plan }) => plan.id === id) ?? [])
        .flatMap(({ earlier, reply }) => [...earlier, reply])
        .flatMap((reply) => balanceIn(reply) ?? []);
      const rises = told.filter((balance, at) => balance > (told[at - 1] ?? balance)).length;
      const isOfSeveral = told.filter((balance, at) => balance > 2 * (told[at - 1] ?? balance)).length >= mostRises;
      if (rises <= mostRises && !isOfSeveral) return pass;
      const actual = told.join(", ");
      const message = `In ${told.length} readings one after the other the balance rose ${rises} times: ${actual}.`;
      const finding = { message, actual, pointer: balanceAt };
      if (!isOfSeveral) return broken({ ...finding, provenance: "inferred" });
      return broken({ ...finding, message: `${message} Servers behind the address seem to keep an account each.` });
    },
  }),
];

/** The points that the balance has lost over the run beyond the costs of its entries. */
function unexplainedFall({ replyTo }: Facts, history: WireReply): number {
  const [before, after] = [first.balance, balanceLast].map(({ id }) => balanceIn(replyTo(id)));
  return (before ?? Number.NaN) - (after ?? Number.NaN) - costBetween(replyTo(first.history.id), history);
}

function judgeWholeRun(
  { first, last }: Record<"first" | "last", Record<"balance" | "history", Exchange>>,
  all: Exchange[],
): Verdict {
  const cost = costBetween(first.history.reply, last.history.reply);
  const fall = fallBetween(first.balance, last.balance);
  if (last.history.reply?.status !== 200 || Number.isNaN(fall - cost))
    return { outcome: "skip", reason: "The history can't be read back to the beginning of the run." };
  if (fall <= cost) return pass;
  const entered = entriesSince(first.history.reply, last.history.reply).length;
  const answered = answeredBefore(last.history, all).length;
  const message = `Over the run the balance fell by ${fall} points, and ${callOf(last.history)} has a cost of ${cost}.`;
  const finding = { message, expected: `at most ${cost}`, actual: fall, pointer: balanceAt };
  // A history that leaves out what other keys of the account cost is no fault, and neither is one that is read in part.
  return broken(entered === answered ? finding : { ...finding, provenance: "inferred" });
}

/**
 * Nothing is charged between two readings, so that a higher one is stale: surely where it is the balance of an earlier time.
 * A lower one may be a late cost, or somebody else's.
 */
function judgeBothPaths({ last, other }: Record<"last" | "other", Exchange>, all: Exchange[]): Verdict {
  const [expected, actual] = [last, other].map(({ reply }) => balanceIn(reply));
  if (expected === undefined || actual === undefined || actual <= expected) return pass;
  const isEarlier = all
    .filter(({ beganAt }) => beganAt < last.beganAt)
    .some((each) => [...each.earlier, each.reply].some((reply) => balanceIn(reply) === actual));
  const message = `One path says ${expected} points at the end of the run, and right after it the other says ${actual}.`;
  const finding = { message, expected, actual, pointer: balanceAt, exchange: other };
  return broken(isEarlier ? finding : { ...finding, provenance: "inferred" });
}
