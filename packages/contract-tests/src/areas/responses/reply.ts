import { valueAt } from "@model-access/contract";
import { ruleOn, ruleOnExchanges } from "../../checks/define-rule.js";
import { bodyOf } from "../../checks/reply.js";
import { replyRules } from "../../checks/reply-rules.js";
import { judgeTextThere } from "../../checks/text.js";
import { judgeCreated } from "../../checks/time.js";
import { judgeMostTokens, judgeUsageSum } from "../../checks/usage.js";
import type { Exchange, ExchangePlan } from "../../exchange.js";
import { payloadOf } from "../../reading/joined-text.js";
import { question, shortAnswer, withModel } from "../../requests/short-question.js";
import { broken, pass, type Rule } from "../../rule.js";

/** The specification offers the interface and shows its input; what it refuses and how it replies is known from outside. */
export const provenance = "observed";

export const responsesOperation = "createResponse";

const finished = ["completed", "incomplete", "failed"];

export const askResponse = (model: string) => ({ model, input: question, max_output_tokens: shortAnswer });

const replyCall: ExchangePlan = {
  id: "responses/reply",
  operationId: responsesOperation,
  says: "a plain response",
  isValid: true,
  isBilled: true,
  write: (facts) => withModel(facts, "responses", (model) => ({ json: askResponse(model) })),
};

/** A plain response. */
export const responsesReplyCalls: ExchangePlan[] = [replyCall];

/** What responses say, and whether it makes sense. */
export const responsesReplyRules: Rule[] = [
  ...replyRules(replyCall, {
    requirements: ["R1.5", "R4.9"],
    provenance: "stated",
    mediaType: provenance,
    shape: provenance,
  }),
  ruleOn(replyCall, {
    name: "text",
    sentence: "a response to a plain question has a text",
    requirements: ["R4.9"],
    provenance: "upstream",
    after: "schema",
    judge: (exchange) =>
      judgeTextThere(exchange, "responses", {
        reasoningAt: "/usage/output_tokens_details/reasoning_tokens",
        isCut: (body) => valueAt(body, "/status") === "incomplete",
      }),
  }),
  ruleOn(replyCall, {
    name: "finished",
    sentence: "a response that is not worked on in the background is finished",
    requirements: ["R4.9"],
    provenance: "upstream",
    after: "schema",
    judge: ({ reply: answer }) => {
      const status = valueAt(bodyOf(answer), "/status");
      if (finished.includes(String(status))) return pass;
      return broken({
        message: `The status is ${JSON.stringify(status)}.`,
        expected: "completed or incomplete",
        actual: String(status),
        pointer: "/status",
      });
    },
  }),
  ruleOn(replyCall, {
    name: "created",
    sentence: "the time of a response is in seconds, and about now",
    requirements: ["R4.9"],
    provenance: "upstream",
    after: "schema",
    judge: (exchange) => judgeCreated(exchange, "/created_at"),
  }),
  ruleOn(replyCall, {
    name: "usage-sum",
    sentence: "the tokens that a response counts add up",
    requirements: ["R8.3"],
    provenance: "upstream",
    after: "schema",
    judge: (exchange) => judgeUsageSum(valueAt(bodyOf(exchange.reply), "/usage"), ["input_tokens", "output_tokens"]),
  }),
  ruleOn(replyCall, {
    name: "max-tokens",
    sentence: "a response has no more tokens than max_output_tokens",
    requirements: ["R1.5"],
    provenance: "observed",
    after: "schema",
    judge: (exchange) =>
      judgeMostTokens(exchange, shortAnswer, { dialect: "responses", countAt: "/usage/output_tokens" }),
  }),
  ruleOnExchanges({
    id: "responses/ids-unique",
    sentence: "Each response has an id of its own.",
    requirements: ["R4.9"],
    provenance: "upstream",
    exchanges: ["responses/reply", "responses/stream", "responses/structured"],
    takesMissing: true,
    after: ["responses/reply/schema", "responses/stream/schema"],
    judge: (find) => {
      const plain = ["responses/reply", "responses/structured"].map((id) => bodyOf(find(id)?.reply));
      const ids = [...plain, lastResponseIn(find("responses/stream"))].map((response) => valueAt(response, "/id"));
      const twice = ids.find((id, index) => typeof id === "string" && ids.indexOf(id) < index);
      if (twice === undefined) return pass;
      return broken({ message: `Two responses have the id ${twice}.`, pointer: "/id" });
    },
  }),
];

/** The whole response that the last event of a stream with one has. */
export function lastResponseIn(exchange: Exchange | undefined): unknown {
  return (exchange?.stream().events ?? [])
    .map(({ data }) => valueAt(payloadOf(data), "/response"))
    .findLast((response) => response !== undefined);
}
