import { valueAt } from "@model-access/contract";
import { balanceIn, entriesIn, newEntries } from "../account-reading.js";
import type { Call, CannotCall, ExchangePlan, Facts } from "../exchange.js";
import { chatSubject } from "./chat-cases.js";
import { noSuchModel, question, shortAnswer, withModel } from "./short-question.js";

/** How often a call is refused to see whether that costs anything. */
export const refusedTimes = 3;

/** How often history and balance are read until a cost has arrived. */
const settleTimes = 6;
const settleMs = 400;

const balancePair = ["getCurrentBalance", "getBalance"] as const;
const historyPair = ["listPointsHistory", "listUsageHistory"] as const;

/** A read of the balance or the history, under the first of the two paths that answered. */
function read(pair: readonly [string, string], facts: Facts, call: Call = {}): Call {
  const ids: Record<string, string> = {
    getCurrentBalance: "account/current-balance",
    listPointsHistory: "account/points-history",
  };
  const isFirstThere = facts.replyTo(ids[pair[0]] ?? "")?.status === 200;
  return { ...call, operationId: isFirstThere ? pair[0] : pair[1] };
}

/** A read of the balance. */
export const balanceCall = (facts: Facts): Call => read(balancePair, facts);

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
  write: (facts) => read(historyPair, facts),
  ...about,
});

/**
 * What the account says before and after calls that cost nothing, and before and after one that costs points. The order
 * is that of `needs`: nothing else is called in between.
 */
export const moneyExchanges: ExchangePlan[] = [
  history("account/history-first", []),
  balance("account/balance-first", ["account/history-first"]),
  refusedCall("account/refused-call", ["account/balance-first"]),
  history("account/history-unbilled", ["account/refused-call"]),
  balance("account/balance-unbilled", ["account/history-unbilled"]),
  refusedCall("account/refused-again", ["account/balance-unbilled"]),
  history("account/history-before", ["account/refused-again"]),
  balance("account/balance-before", ["account/history-before"]),
  {
    id: "account/billed-call",
    operationId: "createChatCompletion",
    says: "a chat completion whose cost is followed",
    isValid: true,
    isBilled: true,
    needs: ["account/balance-before"],
    write: (facts) => withModel(facts, "chat", () => ({ json: chatSubject.ask(facts) })),
  },
  history("account/history-settled", ["account/billed-call"], {
    says: "a request for the history until it has the cost",
    repeat: { atMost: settleTimes, waitMs: settleMs, until: hasCost },
  }),
  balance("account/balance-settled", ["account/history-settled"], {
    says: "a request for the balance until it has fallen by the cost",
    repeat: { atMost: settleTimes, waitMs: settleMs, until: hasFallen },
  }),
  history("account/history-whole", ["account/balance-settled", "chat/reply", "chat/stream"], {
    says: "a request for the history after some calls",
  }),
  history("account/page-one", ["account/history-whole"], {
    says: "a request for the first entry of the history",
    write: (facts) => read(historyPair, facts, { query: { limit: "1" } }),
  }),
  history("account/page-two", ["account/page-one"], {
    says: "a request for the two entries after it",
    write: pageTwo,
  }),
  {
    ...balance("account/lower-case-bearer", []),
    says: "a request for the balance with the scheme in lower case",
    write: (facts) => read(balancePair, facts, { keyPlace: "lower-case-scheme" }),
  },
  {
    ...balance("account/refused/no-key", []),
    says: "a request for the balance without a key",
    isValid: false,
    write: (facts) => read(balancePair, facts, { key: "none" }),
  },
];

function refusedCall(id: string, needs: string[]): ExchangePlan {
  return {
    id,
    operationId: "createChatCompletion",
    says: "chat completions that are refused",
    isValid: false,
    needs,
    repeat: { atMost: refusedTimes, until: () => false },
    write: () => ({
      json: { model: noSuchModel, messages: [{ role: "user", content: question }], max_tokens: shortAnswer },
    }),
  };
}

/** A cost of 0 is not final yet; where everything costs 0 the tries run out. */
function hasCost(reply: Parameters<typeof entriesIn>[0], facts: Facts): boolean {
  const fresh = newEntries(facts.replyTo("account/history-before"), reply);
  return fresh.length > 0 && fresh.every((entry) => valueAt(entry, "/cost_points") !== 0);
}

function hasFallen(reply: Parameters<typeof entriesIn>[0], facts: Facts): boolean {
  const fresh = newEntries(facts.replyTo("account/history-before"), facts.replyTo("account/history-settled"));
  const cost = fresh.reduce<number>((sum, entry) => sum + Number(valueAt(entry, "/cost_points")), 0);
  return (balanceIn(facts.replyTo("account/balance-before")) ?? 0) - (balanceIn(reply) ?? 0) === cost;
}

function pageTwo(facts: Facts): Call | CannotCall {
  const [first] = entriesIn(facts.replyTo("account/page-one"));
  const id = valueAt(first, "/query_id");
  if (typeof id !== "string") return { because: "the first page has no entry to go on from", isNeedless: true };
  return read(historyPair, facts, { query: { limit: "2", starting_after: id } });
}
