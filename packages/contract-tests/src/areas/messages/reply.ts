import { type Violation, valueAt } from "@model-access/contract";
import { ruleOn } from "../../checks/define-rule.js";
import { bodyOf, judgeStatus } from "../../checks/reply.js";
import { replyRules } from "../../checks/reply-rules.js";
import { countsMoveRule, ownIdsRule, saidRules } from "../../checks/said-rules.js";
import { judgeTextThere } from "../../checks/text.js";
import { judgeMostTokens, judgeUsageCounted } from "../../checks/usage.js";
import { dialects } from "../../dialects.js";
import type { Exchange, ExchangePlan } from "../../exchange.js";
import { versionHeader } from "../../reading/choose-model.js";
import { converseWithoutSystem, fewTokens, systemMessage } from "../../requests/long-question.js";
import { question, shortAnswer, withModel } from "../../requests/short-question.js";
import { broken, pass, type Rule, type Verdict } from "../../rule.js";

export const messagesOperation = "createMessage";

export const messagesHeaders = { [versionHeader]: "2023-06-01" };

/** Those of the specification, and what the upstream provider has besides. */
const stopReasons = [
  "end_turn",
  "max_tokens",
  "stop_sequence",
  "tool_use",
  "pause_turn",
  "refusal",
  "model_context_window_exceeded",
];

/** The answer is long, and max_tokens cuts it off. */
export const askMessage = (model: string) => ({ ...converseWithoutSystem(model), system: systemMessage });

const replyCall: ExchangePlan = {
  id: "messages/reply",
  operationId: messagesOperation,
  says: "a plain message with a system prompt, whose answer is long and has 16 tokens at most",
  isValid: true,
  isBilled: true,
  write: (facts) => withModel(facts, "messages", (model) => ({ headers: messagesHeaders, json: askMessage(model) })),
};

const shortCall: ExchangePlan = {
  id: "messages/short",
  operationId: messagesOperation,
  says: "a message whose answer is short",
  isValid: true,
  isBilled: true,
  needs: ["messages/reply"],
  write: (facts) =>
    withModel(facts, "messages", (model) => ({
      headers: messagesHeaders,
      json: { model, max_tokens: shortAnswer, messages: [{ role: "user", content: question }] },
    })),
};

/** Plain messages. */
export const messagesReplyCalls: ExchangePlan[] = [replyCall, shortCall];

/** What messages say, and whether it makes sense. */
export const messagesReplyRules: Rule[] = [
  ...replyRules(replyCall, {
    requirements: ["R4.6", "R1.4", "R2.9", "R2.11", "R2.12", "R2.13", "R9.2", "R9.3"],
    provenance: "stated",
    mediaType: "stated",
    shape: "stated",
    weight: missingIsUpstream,
  }),
  ruleOn(replyCall, {
    name: "text",
    sentence: "a message in reply to a plain question has a text",
    requirements: ["R2.12"],
    provenance: "upstream",
    after: "schema",
    judge: (exchange) => judgeTextThere(exchange, "messages"),
  }),
  ruleOn(replyCall, {
    name: "stop-reason",
    sentence: "a message says why it ended, by a word that the upstream provider has",
    requirements: ["R2.13"],
    provenance: "upstream",
    after: "schema",
    judge: ({ reply: answer }) => {
      const reason = valueAt(bodyOf(answer), "/stop_reason");
      if (stopReasons.includes(String(reason))) return pass;
      return broken({
        message: `stop_reason is ${JSON.stringify(reason)}.`,
        expected: "end_turn, max_tokens, stop_sequence or tool_use",
        actual: String(reason),
        pointer: "/stop_reason",
      });
    },
  }),
  ruleOn(replyCall, {
    name: "usage-counted",
    sentence: "a message counts tokens for its prompt and its text",
    requirements: ["R2.13"],
    provenance: "upstream",
    after: "schema",
    judge: (exchange) => judgeUsageCounted(exchange, ["input_tokens", "output_tokens"], "messages"),
  }),
  ruleOn(replyCall, {
    name: "max-tokens",
    sentence: "a message has no more tokens than max_tokens",
    requirements: ["R2.9"],
    provenance: "upstream",
    after: "schema",
    judge: (exchange) => judgeMostTokens(exchange, fewTokens, { dialect: "messages", countAt: "/usage/output_tokens" }),
  }),
  ruleOn(replyCall, {
    name: "cut-off",
    sentence: "a message that max_tokens ended says so",
    requirements: ["R2.9", "R2.13"],
    provenance: "upstream",
    after: "stop-reason",
    judge: ({ reply: answer }) => {
      const [count, reason] = ["/usage/output_tokens", "/stop_reason"].map((at) => valueAt(bodyOf(answer), at));
      return judgeCutOff({ count, reason, pointer: "/stop_reason" });
    },
  }),
  ...saidRules(replyCall, dialects.messages, {
    names: ["model", "prompt-counted", "text-counted", "as-asked"],
    after: ["messages/reply/usage-counted"],
  }),
  countsMoveRule(dialects.messages, {
    short: "messages/short",
    long: "messages/reply",
    after: ["messages/reply/usage-counted", "messages/short/stop-reason"],
  }),
  ownIdsRule(dialects.messages, {
    plans: ["messages/reply", "messages/tools", "messages/stream", "messages/short"],
    after: "messages/reply/schema",
  }),
  {
    ...ruleOn(shortCall, {
      name: "stop-reason",
      sentence: "a message that is at its end says end_turn",
      requirements: ["R2.13"],
      provenance: "upstream",
      judge: judgeEndTurn,
    }),
    after: ["messages/reply/status", "messages/reply/stop-reason"],
  },
];

/** Where it is as long as it may be, or refused by the model, there is another reason. */
function judgeEndTurn(exchange: Exchange): Verdict {
  const verdict = judgeStatus(exchange, 200);
  if (verdict.outcome !== "pass") return verdict;
  const reason = valueAt(bodyOf(exchange.reply), "/stop_reason");
  if (reason === "end_turn" || reason === "max_tokens" || reason === "refusal") return pass;
  return broken({
    message: `A short message has the stop_reason ${JSON.stringify(reason)}.`,
    expected: "end_turn",
    actual: String(reason),
    pointer: "/stop_reason",
  });
}

/** Judges that a message with all the tokens that it may have says that max_tokens ended it. */
export function judgeCutOff({ count, reason, pointer }: { count: unknown; reason: unknown; pointer: string }): Verdict {
  if (count !== fewTokens || reason === "max_tokens") return pass;
  return broken({
    message: `The message has all ${fewTokens} tokens, and the stop_reason ${JSON.stringify(reason)}.`,
    expected: "max_tokens",
    actual: String(reason),
    pointer,
  });
}

/** R2.12 lists all fields of a message as optional: that one may not be missing is the upstream provider's rule. */
function missingIsUpstream({ keyword }: Violation) {
  return keyword === "required" ? "upstream" : undefined;
}
