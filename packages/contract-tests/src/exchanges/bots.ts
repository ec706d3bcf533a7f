import type { ExchangePlan } from "../exchange.js";
import { anyModel, question, withModel } from "./short-question.js";

const operationId = "queryBot";

const query = {
  version: "1.2",
  type: "query",
  query: [{ role: "user", content: question }],
  user_id: "",
  conversation_id: "",
  message_id: "",
};

export const botsExchanges: ExchangePlan[] = [
  {
    id: "bots/stream",
    operationId,
    says: "a streamed query of a bot",
    isValid: true,
    isStreamed: true,
    isBilled: true,
    write: (facts) => withModel(facts, "bots", (bot) => ({ path: { bot_name: bot }, json: query })),
  },
  {
    id: "bots/refused/wrong-key",
    operationId,
    says: "a query of a bot with a key that does not exist",
    isValid: false,
    write: (facts) => ({ path: { bot_name: anyModel(facts, "bots") }, json: query, key: "wrong" }),
  },
  {
    id: "bots/refused/missing-query",
    operationId,
    says: "a query of a bot without messages",
    isValid: false,
    write: (facts) => ({ path: { bot_name: anyModel(facts, "bots") }, json: { ...query, query: undefined } }),
  },
];
