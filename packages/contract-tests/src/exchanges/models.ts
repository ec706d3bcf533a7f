import type { ExchangePlan } from "../exchange.js";

const operationId = "listModels";

export const modelsExchanges: ExchangePlan[] = [
  { id: "models/list", operationId, says: "a request for the model list", isValid: true, write: () => ({}) },
  {
    id: "models/refused/wrong-key",
    operationId,
    says: "a request for the model list with a key that is one character too long",
    isValid: false,
    write: () => ({ key: "longer" }),
  },
  {
    id: "models/refused/no-key",
    operationId,
    says: "a request for the model list without a key",
    isValid: false,
    write: () => ({ key: "none" }),
  },
];
