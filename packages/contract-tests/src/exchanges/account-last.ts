import { valueAt } from "@model-access/contract";
import type { Call, CannotCall, ExchangePlan, Facts } from "../exchange.js";
import { entriesIn } from "../reading/account-reading.js";
import { historyCall } from "./account-money.js";

/** The most entries that a page may have. */
const mostEntries = 100;

/** Sizes of a page that there are not: known deployments have 1 to 100. */
export const oddLimits = [
  { name: "limit-zero", limit: "0" },
  { name: "limit-over-100", limit: "101" },
  { name: "limit-negative", limit: "-1" },
  { name: "limit-text", limit: "many" },
];

const plan = (name: string, says: string, write: (facts: Facts) => Call | CannotCall): ExchangePlan => ({
  id: `account/${name}`,
  operationId: "listPointsHistory",
  says,
  isValid: false,
  isLast: true,
  needs: ["account/history-whole"],
  write,
});

/** Pages of the history that there are not, one thing wrong with each, when all else is judged. */
export const lastAccountExchanges: ExchangePlan[] = [
  ...oddLimits.map(({ name, limit }) =>
    plan(name, `a request for the history with the limit ${limit}`, (facts) => ({
      ...historyCall(facts),
      query: { limit },
    })),
  ),
  plan("cursor-unknown", "a request for the history after an entry that there is not", (facts) => ({
    ...historyCall(facts),
    query: { starting_after: "contract-tests-no-entry" },
  })),
  { ...plan("history-of-100", "a request for 100 entries of the history", all), isValid: true },
  {
    ...plan("page-after-end", "a request for the history after its oldest entry", afterEnd),
    isValid: true,
    needs: ["account/history-of-100"],
  },
];

function all(facts: Facts): Call {
  return { ...historyCall(facts), query: { limit: String(mostEntries) } };
}

function afterEnd(facts: Facts): Call | CannotCall {
  const entries = entriesIn(facts.replyTo("account/history-of-100"));
  const id = valueAt(entries.at(-1), "/query_id");
  return typeof id === "string" && entries.length < mostEntries
    ? { ...historyCall(facts), query: { starting_after: id } }
    : { because: "the history was not read to its end", isNeedless: true };
}
