import { versionHeader } from "../choose-model.js";
import type { ExchangePlan } from "../exchange.js";
import { anyModel, noSuchModel, question, shortAnswer, withModel } from "./short-question.js";

const operationId = "createMessage";

const headers = { [versionHeader]: "2023-06-01" };

const ask = (model: string) => ({ model, max_tokens: shortAnswer, messages: [{ role: "user", content: question }] });

export const messagesExchanges: ExchangePlan[] = [
  {
    id: "messages/reply",
    operationId,
    says: "a plain message",
    isValid: true,
    isBilled: true,
    write: (facts) => withModel(facts, "messages", (model) => ({ headers, json: ask(model) })),
  },
  {
    id: "messages/stream",
    operationId,
    says: "a streamed message with the key in x-api-key",
    isValid: true,
    isStreamed: true,
    isBilled: true,
    write: (facts) =>
      withModel(facts, "messages", (model) => ({
        headers,
        json: { ...ask(model), stream: true },
        hasKeyInOwnHeader: true,
      })),
  },
  {
    id: "messages/refused/wrong-key",
    operationId,
    says: "a message with a key that does not exist",
    isValid: false,
    write: (facts) => ({ headers, json: ask(anyModel(facts, "messages")), key: "wrong" }),
  },
  {
    id: "messages/refused/unknown-model",
    operationId,
    says: "a message of a model that does not exist",
    isValid: false,
    write: () => ({ headers, json: ask(noSuchModel) }),
  },
  {
    id: "messages/refused/missing-max-tokens",
    operationId,
    says: "a message without max_tokens",
    isValid: false,
    write: (facts) => ({ headers, json: { ...ask(anyModel(facts, "messages")), max_tokens: undefined } }),
  },
  {
    id: "messages/refused/temperature-over-1",
    operationId,
    says: "a message with temperature 1.5",
    isValid: false,
    write: (facts) => ({ headers, json: { ...ask(anyModel(facts, "messages")), temperature: 1.5 } }),
  },
];
