import type { ExchangePlan, Facts, KeyName } from "../exchange.js";
import { balanceCall, historyCall } from "./account-money.js";
import { chatSubject } from "./chat-cases.js";
import { withModel } from "./short-question.js";

/** The kinds of keys that a caller may give, and how a chat completion with one of them is told. */
export const keyKinds = [
  { name: "revoked", key: "revoked", says: "a chat completion with a revoked key" },
  { name: "no-permission", key: "noPermission", says: "a chat completion with a key without permission" },
  { name: "no-points", key: "noPoints", says: "a streamed chat completion of an account without points" },
] as const satisfies { name: string; key: KeyName; says: string }[];

export const keysExchanges: ExchangePlan[] = [
  ...keyKinds.map(({ name, key, says }) => ({
    id: `keys/${name}`,
    operationId: "createChatCompletion",
    says,
    isValid: false,
    write: (facts: Facts) =>
      withModel(facts, "chat", () => ({
        json: { ...chatSubject.ask(facts), ...(key === "noPoints" && { stream: true }) },
        key,
      })),
  })),
  {
    id: "keys/revoked-models",
    operationId: "listModels",
    says: "a request for the model list with a revoked key",
    isValid: false,
    write: () => ({ key: "revoked" }),
  },
  {
    id: "keys/revoked-balance",
    operationId: "getCurrentBalance",
    says: "a request for the balance with a revoked key",
    isValid: false,
    write: (facts) => ({ ...balanceCall(facts), key: "revoked" }),
  },
  {
    id: "keys/no-points-balance",
    operationId: "getCurrentBalance",
    says: "a request for the balance of an account without points",
    isValid: true,
    write: (facts) => ({ ...balanceCall(facts), key: "noPoints" }),
  },
  {
    id: "keys/no-permission-history",
    operationId: "listPointsHistory",
    says: "a request for the history with a key without permission",
    isValid: true,
    write: (facts) => ({ ...historyCall(facts), key: "noPermission" }),
  },
];
