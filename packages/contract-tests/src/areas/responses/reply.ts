import { valueAt } from "@model-access/contract";
import { ruleOn } from "../../checks/define-rule.js";
import { bodyOf } from "../../checks/reply.js";
import { replyRules } from "../../checks/reply-rules.js";
import { countsMoveRule, ownIdsRule, saidRules } from "../../checks/said-rules.js";
import { judgeTextThere } from "../../checks/text.js";
import { judgeMostTokens } from "../../checks/usage.js";
import { dialects } from "../../dialects.js";
import type { Exchange, ExchangePlan } from "../../exchange.js";
import { payloadOf } from "../../reading/joined-text.js";
import { fewTokens, longQuestion, systemMessage, turnsBefore } from "../../requests/long-question.js";
import { withModel } from "../../requests/short-question.js";
import { broken, pass, type Rule } from "../../rule.js";

/** The specification offers the interface and shows its input; what it refuses and how it replies is known from outside. */
export const provenance = "observed";

export const responsesOperation = "createResponse";

const finished = ["completed", "incomplete", "failed"];

/** Long enough an answer to tell whether it is held back. */
const longAnswer = 200;

export const askResponse = (model: string) => ({
  model,
  instructions: systemMessage,
  input: turnsBefore(longQuestion),
  max_output_tokens: longAnswer,
});

export const replyCall: ExchangePlan = {
  id: "responses/reply",
  operationId: responsesOperation,
  says: "a plain response to a conversation with instructions, whose answer is long and has 16 tokens at most",
  isValid: true,
  isBilled: true,
  write: (facts) =>
    withModel(facts, "responses", (model) => ({ json: { ...askResponse(model), max_output_tokens: fewTokens } })),
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
    name: "cut-off",
    sentence: "a response that max_output_tokens ended is incomplete, and says why",
    requirements: ["R4.9"],
    provenance: "upstream",
    after: "finished",
    judge: ({ reply: answer }) => {
      const body = bodyOf(answer);
      const [count, status, reason] = ["/usage/output_tokens", "/status", "/incomplete_details/reason"].map((pointer) =>
        valueAt(body, pointer),
      );
      if (Number(count) < fewTokens || (status === "incomplete" && reason === "max_output_tokens")) return pass;
      return broken({
        message: `The response has all ${fewTokens} tokens, its status is ${JSON.stringify(status)} and the reason ${JSON.stringify(reason)}.`,
        expected: "incomplete, max_output_tokens",
        actual: `${String(status)}, ${String(reason)}`,
        pointer: status === "incomplete" ? "/incomplete_details/reason" : "/status",
      });
    },
  }),
  ruleOn(replyCall, {
    name: "max-tokens",
    sentence: "a response has no more tokens than max_output_tokens",
    requirements: ["R1.5"],
    provenance: "observed",
    after: "schema",
    judge: (exchange) =>
      judgeMostTokens(exchange, fewTokens, { dialect: "responses", countAt: "/usage/output_tokens" }),
  }),
  ...saidRules(replyCall, dialects.responses, {
    names: ["model", "created", "usage-sum", "prompt-counted", "text-counted", "as-asked", "cut"],
    after: ["responses/reply/schema"],
  }),
  ownIdsRule(dialects.responses, {
    plans: ["responses/reply", "responses/stream", "responses/structured"],
    after: "responses/reply/schema",
  }),
  countsMoveRule(dialects.responses, {
    short: "responses/structured",
    long: "responses/reply",
    after: ["responses/reply/usage-sum", "responses/structured/schema"],
  }),
];

/** The whole response that the last event of a stream with one has. */
export function lastResponseIn(exchange: Exchange | undefined): unknown {
  return (exchange?.stream().events ?? [])
    .map(({ data }) => valueAt(payloadOf(data), "/response"))
    .findLast((response) => response !== undefined);
}
