import { valueAt } from "@model-access/contract";
import { conditions } from "../../checks/conditions.js";
import { ruleOn } from "../../checks/define-rule.js";
import { type RefusalOptions, refusalRules } from "../../checks/refusal-rules.js";
import { streamRules } from "../../checks/stream-rules.js";
import type { ExchangePlan } from "../../exchange.js";
import { payloadOf } from "../../reading/joined-text.js";
import { anyModel, question, withModel } from "../../requests/short-question.js";
import { broken, pass, type Rule } from "../../rule.js";

const operationId = "queryBot";

const query = {
  version: "1.2",
  type: "query",
  query: [{ role: "user", content: question }],
  user_id: "",
  conversation_id: "",
  message_id: "",
};

/** The specification shows the client library only; what it sends is known from its source. */
const about = { provenance: "observed", requirements: ["R1.2"] } satisfies Partial<RefusalOptions>;

const streamCall: ExchangePlan = {
  id: "bots/stream",
  operationId,
  says: "a streamed query of a bot",
  isValid: true,
  isStreamed: true,
  isBilled: true,
  write: (facts) => withModel(facts, "bots", (bot) => ({ path: { bot_name: bot }, json: query })),
};

const wrongKeyCall: ExchangePlan = {
  id: "bots/refused/wrong-key",
  operationId,
  says: "a query of a bot with a key that does not exist",
  isValid: false,
  write: (facts) => ({ path: { bot_name: anyModel(facts, "bots") }, json: query, key: "wrong" }),
};

const missingQueryCall: ExchangePlan = {
  id: "bots/refused/missing-query",
  operationId,
  says: "a query of a bot without messages",
  isValid: false,
  write: (facts) => ({ path: { bot_name: anyModel(facts, "bots") }, json: { ...query, query: undefined } }),
};

/** Queries of a bot. */
export const botsCalls: ExchangePlan[] = [streamCall, wrongKeyCall, missingQueryCall];

/** What bots answer and refuse. */
export const botsRules: Rule[] = [
  ...streamRules(streamCall, {
    ...about,
    mediaType: "observed",
    dialect: "observed",
    shape: "observed",
  }),
  ruleOn(streamCall, {
    name: "text",
    sentence: "a streamed query of a bot is answered with a text, a file or JSON",
    requirements: ["R1.2"],
    provenance: "observed",
    after: "complete",
    judge: (exchange) => {
      const { events, errorData } = exchange.stream();
      const isSaid = events.some(({ event = "", data }) =>
        ["text", "replace_response"].includes(event)
          ? String(valueAt(payloadOf(data), "/text") ?? "") !== ""
          : ["file", "json"].includes(event),
      );
      return isSaid || errorData !== undefined
        ? pass
        : broken({ message: "No event of the stream has a text.", expected: "a text" });
    },
  }),
  ...refusalRules(wrongKeyCall, { condition: conditions.wrongKey, ...about }),
  ...refusalRules(missingQueryCall, { condition: conditions.missingField, ...about }),
];
