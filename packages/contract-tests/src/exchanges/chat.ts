import type { ExchangePlan } from "../exchange.js";
import { anyModel, noSuchModel, question, shortAnswer, withModel } from "./short-question.js";

const operationId = "createChatCompletion";

const ask = (model: string) => ({ model, messages: [{ role: "user", content: question }], max_tokens: shortAnswer });

export const chatExchanges: ExchangePlan[] = [
  {
    id: "chat/reply",
    operationId,
    says: "a plain chat completion",
    isValid: true,
    isBilled: true,
    write: (facts) => withModel(facts, "chat", (model) => ({ json: ask(model) })),
  },
  {
    id: "chat/stream",
    operationId,
    says: "a streamed chat completion",
    isValid: true,
    isStreamed: true,
    isBilled: true,
    write: (facts) => withModel(facts, "chat", (model) => ({ json: { ...ask(model), stream: true } })),
  },
  {
    id: "chat/refused/wrong-key",
    operationId,
    says: "a chat completion with a key that does not exist",
    isValid: false,
    write: (facts) => ({ json: ask(anyModel(facts, "chat")), key: "wrong" }),
  },
  {
    id: "chat/refused/unknown-model",
    operationId,
    says: "a chat completion of a model that does not exist",
    isValid: false,
    write: () => ({ json: ask(noSuchModel) }),
  },
  {
    id: "chat/refused/missing-messages",
    operationId,
    says: "a chat completion without messages",
    isValid: false,
    write: (facts) => ({ json: { model: anyModel(facts, "chat"), max_tokens: shortAnswer } }),
  },
  {
    id: "chat/refused/temperature-over-2",
    operationId,
    says: "a chat completion with temperature 3",
    isValid: false,
    write: (facts) => ({ json: { ...ask(anyModel(facts, "chat")), temperature: 3 } }),
  },
];
