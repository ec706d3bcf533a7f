import type { Topic } from "../../area.js";
import type { ExchangePlan, Facts } from "../../exchange.js";
import { balanceAt, balanceIn, costBetween, entriesSince, fallBetween } from "../../reading/account-reading.js";
import { callOf } from "../../reading/describe.js";
import { toldBy } from "../../reading/told.js";
import { balanceRead, historyRead, otherHistoryCall } from "../../requests/account-reads.js";
import { skip, story } from "../../story.js";
import { currentBalance, otherBalance } from "../account/paths.js";
import { before, first, settled, unbilled, whole } from "../account/readings.js";
import { whereBoth } from "../keys/routes.js";
import { answeredBefore, inEach } from "./all-calls.js";

/** A balance may rise so often within a run: by a grant, a refund, a recharge. */
const mostRises = 2;

export const balanceLast: ExchangePlan = balanceRead("service/balance-last", [first.balance], {
  says: "a request for the balance after all other calls",
});

export const historyLast: ExchangePlan = historyRead("service/history-last", [balanceLast], {
  says: "a request for the history after all other calls",
  repeat: { atMost: 3, waitMs: 400, until: (reply, { replyTo }) => !(unexplainedFall(replyTo, reply) > 0) },
  write: (facts) => otherHistoryCall(facts, { query: { limit: "100" } }),
});

/** The balance under the other path at the same time, where both are there. */
const otherBalanceLast: ExchangePlan = balanceRead("service/other-balance-last", [balanceLast], {
  says: "a request for the balance under /v1 right after it",
  operationId: "getBalance",
  write: whereBoth(currentBalance, otherBalance),
});

const told = story("service", { requirements: ["R4.3"], provenance: "inferred" });
const { add, all } = told;

export const balanceTopic: Topic = told;

add(balanceLast, otherBalanceLast, historyLast);

all(
  "nothing-else-charged",
  "over the whole run the balance falls by no more than the costs in the history",
  {
    topic: "money",
    requirements: ["R8.3", "R1.1"],
    level: "should",
    reads: [balanceLast, historyLast, first],
    after: ["account/free-calls", "account/streams-charged", "account/history-ordered"],
  },
  (all, balance, history, { balance: firstBalance, history: firstHistory }) => {
    const cost = costBetween(firstHistory, history);
    const fall = fallBetween(firstBalance, balance);
    if (history.reply?.status !== 200 || Number.isNaN(fall - cost))
      return skip("The history can't be read back to the beginning of the run.");
    const isAllEntered = entriesSince(firstHistory, history).length === answeredBefore(history, all).length;
    return (
      fall > cost && {
        message: `Over the run the balance fell by ${fall} points, and ${callOf(history)} has a cost of ${cost}.`,
        expected: `at most ${cost}`,
        actual: fall,
        pointer: balanceAt,
        // A history that leaves out what other keys of the account cost is no fault, and neither is one that is read in part.
        ...(!isAllEntered && { provenance: "inferred" }),
      }
    );
  },
);

// Nothing is charged between two readings, so that a higher one is stale: surely where it is the balance of an earlier time.
// A lower one may be a late cost, or somebody else's.
all(
  "balances-equal",
  "both paths for the balance return the same balance after the run, if both exist",
  {
    requirements: ["R4.5", "R4.3"],
    level: "should",
    reads: [balanceLast, otherBalanceLast],
    after: ["account/balances-equal", "account/balance-falls"],
  },
  (all, last, other) => {
    const [expected, actual] = [balanceIn(last), balanceIn(other)];
    if (expected === undefined || actual === undefined || actual <= expected) return undefined;
    const isEarlier = all
      .filter(({ beganAt }) => beganAt < last.beganAt)
      .some((each) => [...each.earlier, each.reply].some((reply) => balanceIn(reply) === actual));
    const message = `One path says ${expected} points at the end of the run, and right after it the other says ${actual}.`;
    const weight = isEarlier ? {} : { provenance: "inferred" as const };
    return { message, expected, actual, pointer: balanceAt, exchange: other, ...weight };
  },
);

// Each of the members is known from deployments.
all(
  "balance-parts",
  "if a balance is told in parts, points of the plan and of purchases add up to it",
  { requirements: ["R2.8", "R4.3"], after: ["account/money-readable"] },
  inEach(({ reply }) => {
    const balance = toldBy<"getBalance">(reply);
    const { current_point_balance: actual, plan_points_balance: plan, addon_point_balance: bought } = balance;
    if (reply?.status !== 200 || typeof plan !== "number" || typeof bought !== "number") return undefined;
    const message = `The balance is ${actual} points, of which ${plan} are the plan's and ${bought} were bought.`;
    return actual !== plan + bought && { message, expected: plan + bought, actual, pointer: balanceAt };
  }),
);

// Somebody else's calls lower a balance; nobody's raise it again and again. What was not read before is not read for this.
all(
  "balance-steady",
  "the balance does not rise again and again within a run",
  {
    topic: "money",
    requirements: ["R4.3", "R5.1"],
    provenance: "observed",
    reads: [balanceLast],
    after: "account/alive",
  },
  (all) => {
    const read = [...[first, unbilled, before, settled, whole].map(({ balance }) => balance), balanceLast];
    const told = read
      .flatMap(({ id }) => all.find(({ plan }) => plan.id === id) ?? [])
      .flatMap(({ earlier, reply }) => [...earlier, reply])
      .flatMap((reply) => balanceIn(reply) ?? []);
    const rises = told.filter((balance, at) => balance > (told[at - 1] ?? balance)).length;
    const isOfSeveral = told.filter((balance, at) => balance > 2 * (told[at - 1] ?? balance)).length >= mostRises;
    const actual = told.join(", ");
    const message = `In ${told.length} readings one after the other the balance rose ${rises} times: ${actual}.`;
    if (isOfSeveral)
      return {
        message: `${message} Servers behind the address seem to keep an account each.`,
        actual,
        pointer: balanceAt,
      };
    return rises > mostRises && { message, actual, pointer: balanceAt, provenance: "inferred" };
  },
);

/** The points that the balance has lost over the run beyond the costs of its entries. */
function unexplainedFall(replyTo: Facts["replyTo"], history: Parameters<typeof costBetween>[1]): number {
  const [before, after] = [first.balance, balanceLast].map(({ id }) => balanceIn(replyTo(id)));
  return (before ?? Number.NaN) - (after ?? Number.NaN) - costBetween(replyTo(first.history.id), history);
}
