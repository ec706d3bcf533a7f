import type { ExchangePlan } from "../exchange.js";
import { balanceCall } from "./account-money.js";

/** The requests a minute that the specification names (R8.1), and some more. */
export const statedLimit = 500;
const burstCalls = statedLimit + 30;

/** Free calls with the caller's own key, more than a minute allows. */
export const burstExchanges: ExchangePlan[] = [
  {
    id: "burst/balance",
    operationId: "getCurrentBalance",
    says: "a request for the balance, which can't be read after the burst",
    isValid: true,
    allow: "burst",
    write: (facts) => balanceCall(facts),
  },
  {
    id: "burst/models",
    operationId: "listModels",
    says: `${burstCalls} requests for the model list in a row`,
    isValid: false,
    allow: "burst",
    takesRefusal: true,
    needs: ["burst/balance"],
    repeat: { atMost: burstCalls, until: ({ status }) => status !== 200 },
    write: () => ({}),
  },
];
