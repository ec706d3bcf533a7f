import { valueAt } from "@model-access/contract";
import { countsMoveRule, ownIdsRule } from "../../checks/compare-replies.js";
import { rule, ruleNamed } from "../../checks/define-rule.js";
import { bodyOf } from "../../checks/reply.js";
import { replyRules } from "../../checks/reply-rules.js";
import { saidRules } from "../../checks/said-rules.js";
import { judgeTextThere } from "../../checks/text.js";
import { dialects } from "../../dialects.js";
import type { ExchangePlan } from "../../exchange.js";
import { billedCall } from "../../requests/billed-call.js";
import { fewTokens, longQuestion, systemMessage, turnsBefore } from "../../requests/long-question.js";
import { broken, pass, type Rule } from "../../rule.js";

const { responses } = dialects;

/** The specification offers the interface and shows its input; what it refuses and how it replies is known from outside. */
export const provenance = "observed";

const finished = ["completed", "incomplete", "failed"];

/** Long enough an answer to tell whether it is held back. */
const longAnswer = 200;

export const askResponse = (model: string) => ({
  model,
  instructions: systemMessage,
  input: turnsBefore(longQuestion),
  max_output_tokens: longAnswer,
});

export const replyCall: ExchangePlan = billedCall("responses", {
  id: "responses/reply",
  says: "a response with instructions and max_output_tokens 16",
  json: (model) => ({ ...askResponse(model), max_output_tokens: fewTokens }),
});

const shapeRules = replyRules(replyCall, {
  requirements: ["R1.5", "R4.9"],
  provenance: "stated",
  mediaType: provenance,
  shape: provenance,
});

const schema = ruleNamed(shapeRules, "schema");

const saidOfReply = saidRules(replyCall, responses, {
  names: ["model", "created", "usage-sum", "prompt-counted", "text-counted", "as-asked", "cut", "max-tokens"],
  after: schema,
});

export const replySum = ruleNamed(saidOfReply, "usage-sum");

/** Rules on a plain response. */
export const responsesReplyRules: Rule[] = [
  ...shapeRules,
  rule(replyCall, "text", {
    sentence: "a response to a plain question has a text",
    requirements: ["R4.9"],
    provenance: "upstream",
    after: schema,
    judge: (exchange) => judgeTextThere(exchange, responses),
  }),
  rule(replyCall, "finished", {
    sentence: "a response that is not worked on in the background is finished",
    requirements: ["R4.9"],
    provenance: "upstream",
    after: schema,
    judge: ({ reply }) => {
      const pointer = "/status";
      const status = valueAt(bodyOf(reply), pointer);
      if (finished.includes(String(status))) return pass;
      const message = `The status is ${JSON.stringify(status)}.`;
      return broken({ message, expected: "completed or incomplete", actual: String(status), pointer });
    },
  }),
  ...saidRules(replyCall, responses, { names: ["cut-off"], after: "finished" }),
  ...saidOfReply,
];

/** The rules that compare responses of several topics. */
export const acrossRules = (
  streamed: ExchangePlan,
  { structured, after }: { structured: ExchangePlan; after: Rule },
): Rule[] => [
  ownIdsRule(responses, { reads: [replyCall, streamed, structured], after: schema }),
  countsMoveRule(responses, { short: structured, long: replyCall, after: [replySum, after] }),
];
