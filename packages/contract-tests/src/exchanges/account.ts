import type { Call, CannotCall, ExchangePlan, Facts, KeyName } from "../exchange.js";
import { moneyExchanges } from "./account-money.js";

/** The two path pairs (R4.5); a deployment may have one of them only. */
export const accountPaths = [
  { name: "current-balance", operationId: "getCurrentBalance", says: "a request for the balance under /usage" },
  { name: "points-history", operationId: "listPointsHistory", says: "a request for the history under /usage" },
  { name: "balance", operationId: "getBalance", says: "a request for the balance under /v1" },
  { name: "usage-history", operationId: "listUsageHistory", says: "a request for the history under /v1" },
];

/** A wrong key of another kind for each purpose: one that is taken for right shows how keys are compared. */
function wrongKeyOf(name: string): { key: KeyName; says: string } {
  if (name.endsWith("history")) return { key: "other-case", says: "the key in the other letter case" };
  if (name === "current-balance") return { key: "longer", says: "a key that is one character too long" };
  return { key: "wrong", says: "a key that does not exist" };
}

/** One whole pair is enough: of the other, no second half is looked for where the first is not there. */
function ofPair(name: string, { replyTo }: Facts, call: Call): Call | CannotCall {
  const [balance, history, otherBalance] = ["current-balance", "points-history", "balance"].map((each) =>
    replyTo(`account/${each}`),
  );
  if (name !== "usage-history" || balance?.status !== 200 || history?.status !== 200 || otherBalance !== undefined)
    return call;
  return { because: "the pair under /usage is whole, and /v1/balance is not offered", isNeedless: true };
}

export const accountExchanges: ExchangePlan[] = [
  ...accountPaths.map(({ name, operationId, says }): ExchangePlan => {
    const write = (facts: Facts) => ofPair(name, facts, {});
    return { id: `account/${name}`, operationId, says, isValid: true, mayBeAbsent: true, write };
  }),
  ...accountPaths.map(({ name, operationId, says }): ExchangePlan => {
    return {
      id: `account/refused/wrong-key-${name}`,
      operationId,
      says: `${says} with ${wrongKeyOf(name).says}`,
      isValid: false,
      needs: [`account/${name}`],
      write: (facts) => ofPair(name, facts, { key: wrongKeyOf(name).key }),
    };
  }),
  ...moneyExchanges,
];
