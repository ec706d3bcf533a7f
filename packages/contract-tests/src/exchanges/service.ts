import type { ExchangePlan } from "../exchange.js";

/** What belongs to no operation. */
export const serviceExchanges: ExchangePlan[] = [
  {
    id: "service/unknown-path",
    operationId: "listModels",
    says: "a request for a path that there is not",
    isValid: false,
    write: () => ({ target: "/v1/contract-tests-no-such-path" }),
  },
  {
    id: "service/wrong-method",
    operationId: "createChatCompletion",
    says: "GET on the path of chat completions",
    isValid: false,
    write: () => ({ method: "GET" }),
  },
  {
    id: "service/head",
    operationId: "listModels",
    says: "HEAD on the path of the model list",
    isValid: false,
    write: () => ({ method: "HEAD" }),
  },
  {
    id: "service/options",
    operationId: "listModels",
    says: "OPTIONS on the path of the model list",
    isValid: false,
    write: () => ({ method: "OPTIONS" }),
  },
];
