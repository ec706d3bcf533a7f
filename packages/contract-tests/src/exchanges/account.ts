import type { ExchangePlan } from "../exchange.js";
import { moneyExchanges } from "./account-money.js";

/** The two path pairs (R4.5); a deployment may have one of them only. */
export const accountPaths = [
  { name: "current-balance", operationId: "getCurrentBalance", says: "a request for the balance under /usage" },
  { name: "points-history", operationId: "listPointsHistory", says: "a request for the history under /usage" },
  { name: "balance", operationId: "getBalance", says: "a request for the balance under /v1" },
  { name: "usage-history", operationId: "listUsageHistory", says: "a request for the history under /v1" },
];

const isHistory = (name: string) => name.endsWith("history");

export const accountExchanges: ExchangePlan[] = [
  ...accountPaths.map(({ name, operationId, says }): ExchangePlan => {
    return { id: `account/${name}`, operationId, says, isValid: true, mayBeAbsent: true, write: () => ({}) };
  }),
  ...accountPaths.map(({ name, operationId, says }): ExchangePlan => {
    return {
      id: `account/refused/wrong-key-${name}`,
      operationId,
      says: `${says} with ${isHistory(name) ? "the key in the other letter case" : "a key that does not exist"}`,
      isValid: false,
      needs: [`account/${name}`],
      write: () => ({ key: isHistory(name) ? "other-case" : "wrong" }),
    };
  }),
  ...moneyExchanges,
];
