import { balanceIn, costBetween } from "../reading/account-reading.js";
import { broken, pass, type Rule, type Verdict } from "../rule.js";
import { type Find, ruleOnExchanges } from "./on-exchanges.js";

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

function judgeWholeRun(find: Find): Verdict {
  const reply = (id: string) => find(id)?.reply;
  const [first, last] = [reply("account/balance-first"), reply("service/balance-last")].map(balanceIn);
  const cost = costBetween(reply("account/history-first"), reply("service/history-last"));
  const fall = (first ?? Number.NaN) - (last ?? Number.NaN);
  if (reply("service/history-last")?.status !== 200 || Number.isNaN(fall - cost))
    return { outcome: "skip", reason: "The history can't be read back to the beginning of the run." };
  if (fall <= cost) return pass;
  return broken({
    message: `Over the run the balance fell by ${fall} points, and the history has a cost of ${cost}.`,
    expected: `at most ${cost}`,
    actual: String(fall),
    pointer: "/current_point_balance",
  });
}
