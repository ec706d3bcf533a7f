import { valueAt } from "@model-access/contract";
import type { Call, CannotCall, ExchangePlan, Facts } from "../exchange.js";
import { balanceIn, costOf, entriesIn, newEntries } from "../reading/account-reading.js";
import { jsonOf } from "../wire/wire.js";
import { askMuch } from "./chat.js";
import { noSuchModel, question, shortAnswer, withModel } from "./short-question.js";
import { systemMessage } from "./system-message.js";

/** How often a call is refused, in two rounds, to see whether that costs anything. */
export const refusedTimes = [3, 1] as const;

/** How often history and balance are read until a cost has arrived. */
const settleTimes = 6;
const settleMs = 400;

const balancePair = ["getCurrentBalance", "getBalance"] as const;
const historyPair = ["listPointsHistory", "listUsageHistory"] as const;

const firstCost = {
  balance: "account/balance-before",
  from: "account/history-before",
  to: "account/history-settled",
};

const secondCost = {
  balance: "account/balance-settled",
  from: "account/history-settled",
  to: "account/history-whole",
};

const firstCalls = {
  getCurrentBalance: "account/current-balance",
  getBalance: "account/balance",
  listPointsHistory: "account/points-history",
  listUsageHistory: "account/usage-history",
};

/** A read of the balance or the history, under the first of the two paths that answered, or else that is there. */
function read(pair: readonly (keyof typeof firstCalls)[], facts: Facts, call: Call = {}): Call {
  const statusOf = (id: keyof typeof firstCalls) => facts.replyTo(firstCalls[id])?.status;
  const operationId =
    pair.find((id) => statusOf(id) === 200) ?? pair.find((id) => statusOf(id) !== undefined) ?? pair[0];
  return { ...call, ...(operationId !== undefined && { operationId }) };
}

/** A read of the balance. */
export const balanceCall = (facts: Facts): Call => read(balancePair, facts);

/** A read of the history. */
export const historyCall = (facts: Facts): Call => read(historyPair, facts);

/** A read of the history under the other path, where both are there: what is never read there can't be missed. */
export const otherHistoryCall = (facts: Facts): Call => read([...historyPair].reverse(), facts);

const balance = (id: string, needs: string[], about: Partial<ExchangePlan> = {}): ExchangePlan => ({
  id,
  operationId: balancePair[0],
  says: "a request for the balance",
  isValid: true,
  needs,
  write: balanceCall,
  ...about,
});

const history = (id: string, needs: string[], about: Partial<ExchangePlan> = {}): ExchangePlan => ({
  id,
  operationId: historyPair[0],
  says: "a request for the history",
  isValid: true,
  needs,
  write: historyCall,
  ...about,
});

/**
 * What the account says before and after calls that cost nothing, and before and after one that costs points. The order
 * is that of `needs`: nothing else is called in between.
 */
export const moneyExchanges: ExchangePlan[] = [
  history("account/history-first", []),
  balance("account/balance-first", ["account/history-first"]),
  refusedCall("account/refused-call", ["account/balance-first"], refusedTimes[0]),
  modelList("account/models", ["account/refused-call"]),
  history("account/history-unbilled", ["account/models"]),
  balance("account/balance-unbilled", ["account/history-unbilled"]),
  refusedCall("account/refused-again", ["account/balance-unbilled"], refusedTimes[1]),
  modelList("account/models-again", ["account/refused-again"]),
  history("account/history-before", ["account/models-again"]),
  balance("account/balance-before", ["account/history-before"]),
  {
    id: "account/billed-call",
    operationId: "createChatCompletion",
    says: "a conversation with a system message and temperature 2, whose cost is followed",
    isValid: true,
    isBilled: true,
    needs: ["account/balance-before"],
    write: (facts) => withModel(facts, "chat", (model) => ({ json: askBriefly(model) })),
  },
  history("account/history-settled", ["account/billed-call"], {
    says: "a request for the history until it has the cost",
    repeat: { atMost: settleTimes, waitMs: settleMs, until: hasCost },
  }),
  balance("account/balance-settled", ["account/history-settled"], {
    says: "a request for the balance until it has fallen by the cost",
    repeat: { atMost: settleTimes, waitMs: settleMs, until: fallsBy(firstCost) },
  }),
  history("account/history-whole", ["account/balance-settled", "chat/reply", "chat/stream"], {
    says: "a request for the history after a plain and a streamed chat completion",
    repeat: { atMost: settleTimes, waitMs: settleMs, until: hasBoth },
  }),
  balance("account/balance-whole", ["account/history-whole"], {
    says: "a request for the balance until it has fallen by their cost",
    repeat: { atMost: settleTimes, waitMs: settleMs, until: fallsBy(secondCost) },
  }),
  history("account/page-one", ["account/balance-whole"], {
    says: "a request for the first entry of the history",
    write: (facts) => read(historyPair, facts, { query: { limit: "1" } }),
  }),
  history("account/page-two", ["account/page-one"], {
    says: "a request for the two entries after it",
    write: pageTwo,
  }),
  history("account/page-last", ["account/history-whole"], {
    says: "a request for the entries after the last one of the history",
    write: pageLast,
  }),
  history("account/page-odd", ["account/history-whole"], {
    says: "a request for no entries of the history after one that there is not",
    isValid: false,
    write: (facts) => read(historyPair, facts, { query: { limit: "0", starting_after: "contract-tests-no-entry" } }),
  }),
  {
    ...balance("account/lower-case-bearer", []),
    says: "a request for the balance with the scheme in lower case",
    write: (facts) => read(balancePair, facts, { keyPlace: "lower-case-scheme" }),
  },
  balance("account/refused/no-key", [], {
    says: "a request for the balance without a key",
    isValid: false,
    write: (facts) => readOffered(balancePair, facts, { key: "none" }),
  }),
  history("account/refused/bare-key", [], {
    says: "a request for the history with the key alone, without a scheme",
    isValid: false,
    write: (facts) => readOffered(historyPair, facts, { keyPlace: "bare" }),
  }),
];

function readOffered(pair: typeof balancePair | typeof historyPair, facts: Facts, call: Call): Call | CannotCall {
  return pair.every((id) => facts.replyTo(firstCalls[id]) === undefined)
    ? { because: "neither of its paths is offered", isNeedless: true }
    : read(pair, facts, call);
}

/** All that is accepted by right: a system message, an earlier turn, and the boundary of the temperature. */
function askBriefly(model: string) {
  const { messages, ...rest } = askMuch(model);
  const before = [
    { role: "system", content: systemMessage },
    { role: "user", content: question },
    { role: "assistant", content: "ready" },
  ];
  return { ...rest, messages: [...before, ...messages], temperature: 2 };
}

function refusedCall(id: string, needs: string[], atMost: number): ExchangePlan {
  return {
    id,
    operationId: "createChatCompletion",
    says: "chat completions that are refused",
    isValid: false,
    needs,
    repeat: { atMost, until: () => false },
    write: () => ({
      json: { model: noSuchModel, messages: [{ role: "user", content: question }], max_tokens: shortAnswer },
    }),
  };
}

/** What only reads is free, too; and a list that is read again is the same list. */
function modelList(id: string, needs: string[]): ExchangePlan {
  const says = "another request for the model list";
  return { id, operationId: "listModels", says, isValid: true, needs, write: () => ({}) };
}

/** A cost of 0 is not final yet; where everything costs 0 the tries run out. */
function hasCost(reply: Parameters<typeof entriesIn>[0], facts: Facts): boolean {
  const fresh = newEntries(facts.replyTo("account/history-before"), reply);
  return fresh.length > 0 && fresh.every((entry) => valueAt(entry, "/cost_points") !== 0);
}

/** A plain and a streamed chat completion were made since the history had settled. */
function hasBoth(reply: Parameters<typeof entriesIn>[0], facts: Facts): boolean {
  const fresh = newEntries(facts.replyTo("account/history-settled"), reply);
  return fresh.length >= 2 && fresh.every((entry) => valueAt(entry, "/cost_points") !== 0);
}

/** Whether the balance has fallen since an earlier one by what came into the history between two reads of it. */
function fallsBy({ balance, from, to }: typeof firstCost) {
  return (reply: Parameters<typeof entriesIn>[0], facts: Facts): boolean => {
    const cost = costOf(newEntries(facts.replyTo(from), facts.replyTo(to)));
    return (balanceIn(facts.replyTo(balance)) ?? 0) - (balanceIn(reply) ?? 0) === cost;
  };
}

function pageLast(facts: Facts): Call | CannotCall {
  const whole = facts.replyTo("account/history-whole");
  const id = valueAt(entriesIn(whole).at(-1), "/query_id");
  if (typeof id !== "string" || valueAt(whole && jsonOf(whole)?.value, "/has_more") !== true)
    return { because: "the history says of no older entries", isNeedless: true };
  return read(historyPair, facts, { query: { starting_after: id } });
}

function pageTwo(facts: Facts): Call | CannotCall {
  const [first] = entriesIn(facts.replyTo("account/page-one"));
  const id = valueAt(first, "/query_id");
  if (typeof id !== "string") return { because: "the first page has no entry to go on from", isNeedless: true };
  return read(historyPair, facts, { query: { limit: "2", starting_after: id } });
}
