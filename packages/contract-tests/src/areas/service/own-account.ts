import { valueAt } from "@model-access/contract";
import { type Find, ruleOnExchanges } from "../../checks/define-rule.js";
import { balanceIn, idsIn, newEntries } from "../../reading/account-reading.js";
import { broken, pass, type Rule, type Verdict } from "../../rule.js";

/** What a key that may be that of another account is told. */
const others = [
  { balance: "keys/no-permission-balance", history: "keys/no-permission-history", says: "a key without permission" },
  { balance: "limit/first", history: "limit/own-history", says: "the key of a low limit" },
];

/** A reading may be behind another, by no more than some of what a run costs. */
const mostBehind = 10;

/** A balance may rise, too; between the readings around it, it is one of the same account. */
const ownBalances = ["account/balance-first", "account/balance-whole", "limit/balance-before"];

/** Keys of other accounts see those only. */
export const ownAccountRule: Rule = ruleOnExchanges({
  id: "service/own-history",
  sentence: "A key of another account does not show the entries of this one.",
  requirements: ["R5.1", "R4.4"],
  // Keys of one account may be told different balances.
  provenance: "inferred",
  exchanges: [
    "service/balance-last",
    "account/history-whole",
    "account/history-first",
    ...ownBalances,
    ...others.flatMap(({ balance, history }) => [history, balance]),
  ],
  takesMissing: true,
  after: ["account/history-ids", "account/balance-falls"],
  judge: judgeOwn,
});

function judgeOwn(find: Find): Verdict {
  const reply = (id: string) => find(id)?.reply;
  const told = [...ownBalances, "service/balance-last"].flatMap((id) => balanceIn(reply(id)) ?? []);
  const [least, most] = [Math.min(...told), Math.max(...told)];
  const own = newEntries(reply("account/history-first"), reply("account/history-whole")).map((entry) =>
    valueAt(entry, "/query_id"),
  );
  for (const { balance, history, says } of others) {
    const other = balanceIn(reply(balance));
    const isOther = other !== undefined && (other > most || other < least - mostBehind * (most - least));
    const id = idsIn(reply(history)).find((each) => own.includes(each));
    const exchange = find(history);
    if (!isOther || id === undefined || exchange === undefined) continue;
    return broken({
      message: `To ${says} the balance is ${other} and to the own key ${told.at(-1)}, and the history has the own entry ${JSON.stringify(id)}.`,
      expected: "entries of its own",
      actual: String(id),
      pointer: "/data",
      exchange,
    });
  }
  return pass;
}
