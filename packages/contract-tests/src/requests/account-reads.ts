import type { Call, CannotCall, ExchangePlan, Facts } from "../exchange.js";

export const balancePair = ["getCurrentBalance", "getBalance"] as const;

export const historyPair = ["listPointsHistory", "listUsageHistory"] as const;

const firstCalls = {
  getCurrentBalance: "account/current-balance",
  getBalance: "account/balance",
  listPointsHistory: "account/points-history",
  listUsageHistory: "account/usage-history",
};

/** A read of the balance or the history, under the first of the two paths that answered, or else that is there. */
function readUnder(pair: readonly (keyof typeof firstCalls)[], facts: Facts, call: Call): Call {
  const statusOf = (id: keyof typeof firstCalls) => facts.replyTo(firstCalls[id])?.status;
  const operationId =
    pair.find((id) => statusOf(id) === 200) ?? pair.find((id) => statusOf(id) !== undefined) ?? pair[0];
  return { ...call, ...(operationId !== undefined && { operationId }) };
}

export const balanceCall = (facts: Facts, call: Call = {}): Call => readUnder(balancePair, facts, call);

export const historyCall = (facts: Facts, call: Call = {}): Call => readUnder(historyPair, facts, call);

/** A read of the history under the other path, where both are there: what is never read there can't be missed. */
export const otherHistoryCall = (facts: Facts, call: Call = {}): Call =>
  readUnder([...historyPair].reverse(), facts, call);

export function readOffered(
  pair: typeof balancePair | typeof historyPair,
  facts: Facts,
  call: Call,
): Call | CannotCall {
  return pair.every((id) => facts.replyTo(firstCalls[id]) === undefined)
    ? { because: "neither of its paths is offered", isNeedless: true }
    : readUnder(pair, facts, call);
}

/** A read of the account, as its topic plans it: `call` has what is not that of a plain read. */
type ReadOfAccount = Partial<ExchangePlan> & { call?: Call };

/** A read of the balance that is made after other calls. */
export const balanceRead = (
  id: string,
  after: ExchangePlan[],
  { call, ...about }: ReadOfAccount = {},
): ExchangePlan => ({
  id,
  operationId: balancePair[0],
  says: "a request for the balance",
  isValid: true,
  needs: after.map((plan) => plan.id),
  write: (facts) => balanceCall(facts, call),
  ...about,
});

/** A read of the history that is made after other calls. */
export const historyRead = (
  id: string,
  after: ExchangePlan[],
  { call, ...about }: ReadOfAccount = {},
): ExchangePlan => ({
  ...balanceRead(id, after),
  operationId: historyPair[0],
  says: "a request for the history",
  write: (facts) => historyCall(facts, call),
  ...about,
});

/** The account as it is read at one moment of a run: the history after other calls, and then the balance. */
export function accountRead(
  area: string,
  moment: string,
  { after, history, balance }: { after: ExchangePlan[]; history?: ReadOfAccount; balance?: ReadOfAccount },
): Record<"balance" | "history", ExchangePlan> {
  const historyPlan = historyRead(`${area}/history-${moment}`, after, history);
  return { balance: balanceRead(`${area}/balance-${moment}`, [historyPlan], balance), history: historyPlan };
}
