import { type Find, ruleOnExchanges } from "../../checks/define-rule.js";
import type { ExchangePlan, Facts } from "../../exchange.js";
import { balanceIn, costBetween } from "../../reading/account-reading.js";
import { callOf } from "../../reading/describe.js";
import { balanceCall, otherHistoryCall } from "../../requests/account-reads.js";
import { broken, pass, type Rule, type Verdict } from "../../rule.js";
import type { WireReply } from "../../wire/wire.js";

/** What all calls of the run have cost together, those that have to be free among them. */
export const wholeRunRule: Rule = ruleOnExchanges({
  id: "service/nothing-else-charged",
  sentence: "Over the whole run the balance falls by no more than what the history says.",
  requirements: ["R8.3", "R1.1"],
  // A history that leaves out what other keys of the account cost is no fault.
  provenance: "inferred",
  exchanges: ["service/balance-last", "service/history-last", "account/balance-first", "account/history-first"],
  after: ["account/free-calls", "account/streams-charged", "account/history-ordered"],
  judge: judgeWholeRun,
});

/** How often a balance may rise within a run: by a grant, a refund, a recharge. */
const mostRises = 2;

const balances = ["balance-first", "balance-unbilled", "balance-before", "balance-settled", "balance-whole"];

/** Somebody else's calls lower a balance; nobody's raise it again and again. */
export const steadyBalanceRule: Rule = ruleOnExchanges({
  id: "service/balance-steady",
  sentence: "The balance does not rise again and again within a run.",
  requirements: ["R4.3", "R5.1"],
  provenance: "inferred",
  exchanges: ["service/balance-last"],
  // What was not read before is not read for this.
  readsAll: true,
  after: "account/alive",
  judge: (find) => {
    const told = [...balances.map((name) => find(`account/${name}`)), find("service/balance-last")]
      .flatMap((exchange) => exchange ?? [])
      .flatMap(({ earlier, reply }) => [...earlier, reply])
      .map(balanceIn)
      .filter((balance) => balance !== undefined);
    const rises = told.filter((balance, at) => balance > (told[at - 1] ?? balance)).length;
    if (rises <= mostRises) return pass;
    const actual = told.join(", ");
    return broken({
      message: `In ${told.length} readings one after the other the balance rose ${rises} times: ${actual}.`,
      actual,
      pointer: "/current_point_balance",
    });
  },
});

const balanceLastCall: ExchangePlan = {
  id: "service/balance-last",
  operationId: "getCurrentBalance",
  says: "a request for the balance after all other calls",
  isValid: true,
  needs: ["account/balance-first"],
  write: balanceCall,
};

const historyLastCall: ExchangePlan = {
  id: "service/history-last",
  operationId: "listPointsHistory",
  says: "a request for the history after all other calls",
  isValid: true,
  needs: ["service/balance-last"],
  repeat: { atMost: 3, waitMs: 400, until: (reply, facts) => !(unexplainedFall(facts, reply) > 0) },
  write: (facts) => ({ ...otherHistoryCall(facts), query: { limit: "100" } }),
};

/** The account after all other calls. */
export const serviceBalanceCalls: ExchangePlan[] = [balanceLastCall, historyLastCall];

/** What the balance has lost over the run beyond what entries have come to cost. */
function unexplainedFall({ replyTo }: Facts, history: WireReply): number {
  const [first, last] = [replyTo("account/balance-first"), replyTo("service/balance-last")].map(balanceIn);
  return (first ?? Number.NaN) - (last ?? Number.NaN) - costBetween(replyTo("account/history-first"), history);
}

function judgeWholeRun(find: Find): Verdict {
  const reply = (id: string) => find(id)?.reply;
  const [first, last] = [reply("account/balance-first"), reply("service/balance-last")].map(balanceIn);
  const cost = costBetween(reply("account/history-first"), reply("service/history-last"));
  const fall = (first ?? Number.NaN) - (last ?? Number.NaN);
  const history = find("service/history-last");
  if (history?.reply?.status !== 200 || Number.isNaN(fall - cost))
    return { outcome: "skip", reason: "The history can't be read back to the beginning of the run." };
  if (fall <= cost) return pass;
  return broken({
    message: `Over the run the balance fell by ${fall} points, and ${callOf(history)} has a cost of ${cost}.`,
    expected: `at most ${cost}`,
    actual: String(fall),
    pointer: "/current_point_balance",
  });
}
