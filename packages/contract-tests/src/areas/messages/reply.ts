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
import { plainly, plainText } from "../../reading/joined-text.js";
import { converseWithoutSystem, fewTokens, systemMessage } from "../../requests/long-question.js";
import { saying, shortAnswer, withModel } from "../../requests/short-question.js";
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

/** What needs to be asked for, and what other interfaces call a text. */
const unaskedBlocks = [
  "thinking",
  "redacted_thinking",
  "tool_use",
  "output_text",
  "input_text",
  "reasoning",
  "message",
];

export const replyCall: ExchangePlan = {
  id: "messages/reply",
  operationId: messagesOperation,
  says: "a plain message with a system prompt, whose answer is long and has 16 tokens at most",
  isValid: true,
  isBilled: true,
  write: (facts) => withModel(facts, "messages", (model) => ({ headers: messagesHeaders, json: askMessage(model) })),
};

/** It ends the answer before its last word. */
const stopSequence = " ends";

const shortCall: ExchangePlan = {
  id: "messages/short",
  operationId: messagesOperation,
  says: "a message with top_p, top_k and metadata that a stop sequence ends",
  isValid: true,
  isBilled: true,
  needs: ["messages/reply"],
  write: (facts) =>
    withModel(facts, "messages", (model) => ({
      headers: messagesHeaders,
      json: {
        model,
        max_tokens: shortAnswer,
        messages: [{ role: "user", content: saying(`ready, every engine${stopSequence} here`) }],
        stop_sequences: ["no such text", stopSequence],
        top_p: 0.9,
        top_k: 40,
        metadata: { user_id: "contract-tests" },
      },
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
    name: "blocks",
    sentence: "a message that was given no tools and asked for no thinking has blocks of text only",
    requirements: ["R2.12"],
    provenance: "observed",
    after: "schema",
    judge: ({ reply: answer }) => {
      const content = valueAt(bodyOf(answer), "/content");
      const types = (Array.isArray(content) ? content : []).map((block) => valueAt(block, "/type"));
      const at = types.findIndex((type) => unaskedBlocks.includes(String(type)));
      if (at === -1) return pass;
      const message = `Block ${at} of the content is of the type ${JSON.stringify(types[at])}.`;
      return broken({ message, expected: "text", actual: String(types[at]), pointer: `/content/${at}/type` });
    },
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
      sentence: "a message that a stop sequence ended does not have it in its text, and says so",
      requirements: ["R2.9", "R2.13"],
      provenance: "upstream",
      judge: judgeStopped,
    }),
    after: ["messages/reply/status", "messages/reply/stop-reason"],
  },
];

/** Where the model says another thing, nothing may have stopped it. */
function judgeStopped(exchange: Exchange): Verdict {
  const verdict = judgeStatus(exchange, 200);
  if (verdict.outcome !== "pass") return verdict;
  const body = bodyOf(exchange.reply);
  const text = plainText(body, "messages");
  const [reason, sequence] = ["/stop_reason", "/stop_sequence"].map((pointer) => valueAt(body, pointer));
  if (text.includes(stopSequence)) {
    const message = `The text has the stop sequence in it: ${JSON.stringify(text.slice(0, 80))}.`;
    return broken({ message, expected: `no ${JSON.stringify(stopSequence)}`, pointer: "/content" });
  }
  if (reason === "max_tokens" || reason === "refusal") return pass;
  const isStopped = plainly(text).endsWith("every engine");
  if (isStopped && reason !== "stop_sequence") {
    const message = `A stop sequence ended the message, and stop_reason is ${JSON.stringify(reason)}.`;
    return broken({ message, expected: "stop_sequence", actual: String(reason), pointer: "/stop_reason" });
  }
  if (reason !== "stop_sequence" || sequence === stopSequence) return pass;
  const message = `The stop sequence that ended the message is told as ${JSON.stringify(sequence)}.`;
  return broken({ message, expected: stopSequence, actual: String(sequence), pointer: "/stop_sequence" });
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
