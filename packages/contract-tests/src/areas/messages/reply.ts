import { type Violation, valueAt } from "@model-access/contract";
import { countsMoveRule, ownIdsRule } from "../../checks/compare-replies.js";
import { rule, ruleNamed } from "../../checks/define-rule.js";
import { bodyOf, judgeStatus } from "../../checks/reply.js";
import { replyRules } from "../../checks/reply-rules.js";
import { saidRules } from "../../checks/said-rules.js";
import { judgeStopped, judgeTextThere } from "../../checks/text.js";
import { dialects } from "../../dialects.js";
import type { Exchange, ExchangePlan } from "../../exchange.js";
import { listAt, plainly } from "../../reading/joined-text.js";
import { saidIn } from "../../reading/said.js";
import { billedCall } from "../../requests/billed-call.js";
import { converseWithoutSystem, systemMessage } from "../../requests/long-question.js";
import { saying, shortAnswer } from "../../requests/short-question.js";
import { broken, pass, type Rule, type Verdict } from "../../rule.js";

const { messages } = dialects;

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

/** Types of blocks that need to be asked for, and other interfaces' names for a text. */
const unaskedBlocks = [
  "thinking",
  "redacted_thinking",
  "tool_use",
  "output_text",
  "input_text",
  "reasoning",
  "message",
];

export const replyCall: ExchangePlan = billedCall("messages", {
  id: "messages/reply",
  says: "a message with a system prompt and max_tokens 16",
  json: askMessage,
});

/** It ends the answer before its last word. */
const stopSequence = " ends";

/** The first is long enough for its tokens to be missed where only the last block is read. */
const preface = [
  "This belongs to an automatic test, which compares each answer with the text that was asked for, letter by letter.",
  "Add nothing to it.",
];

const inBlocks = (texts: string[]) => texts.map((text) => ({ type: "text", text }));

export const shortCall: ExchangePlan = billedCall("messages", {
  id: "messages/short",
  says: "a message with blocks of text, top_p, top_k and metadata that a stop sequence ends",
  needs: ["messages/reply"],
  json: (model) => ({
    model,
    max_tokens: shortAnswer,
    system: inBlocks(systemMessage.split(". ")),
    messages: [
      { role: "user", content: inBlocks(preface) },
      { role: "assistant", content: "Understood." },
      { role: "user", content: saying(`ready, every engine${stopSequence} here`) },
    ],
    stop_sequences: ["no such text", stopSequence],
    top_p: 0.9,
    top_k: 40,
    metadata: { user_id: "contract-tests" },
  }),
});

/** Plain messages. */
export const messagesReplyCalls: ExchangePlan[] = [replyCall, shortCall];

const shapeRules = replyRules(replyCall, {
  requirements: ["R4.6", "R1.4", "R2.9", "R2.11", "R2.12", "R2.13", "R9.2", "R9.3"],
  provenance: "stated",
  mediaType: "stated",
  shape: "stated",
  weight: missingIsUpstream,
});

export const replyStatus = ruleNamed(shapeRules, "status");

const schema = ruleNamed(shapeRules, "schema");

export const replyText = rule(replyCall, "text", {
  sentence: "a message in reply to a plain question has a text",
  requirements: ["R2.12"],
  provenance: "upstream",
  after: schema,
  judge: (exchange) => judgeTextThere(exchange, messages),
});

const stopReason = rule(replyCall, "stop-reason", {
  sentence: "a message says why it ended, by a word that the upstream provider has",
  requirements: ["R2.13"],
  provenance: "upstream",
  after: schema,
  judge: ({ reply }) => {
    const reason = valueAt(bodyOf(reply), "/stop_reason");
    return stopReasons.includes(String(reason)) ? pass : wrongReason(`stop_reason is ${JSON.stringify(reason)}.`);
  },
});

const countRules = saidRules(replyCall, messages, { names: ["usage-counted", "max-tokens"], after: schema });

export const replyUsage = ruleNamed(countRules, "usage-counted");

const cutOffRules = saidRules(replyCall, messages, { names: ["cut-off"], after: stopReason });

export const replyCutOff = ruleNamed(cutOffRules, "cut-off");

const shortRule = rule(shortCall, "stop-reason", {
  sentence: "a message that a stop sequence ended does not have it in its text, and says so",
  requirements: ["R2.9", "R2.13"],
  provenance: "upstream",
  after: [replyStatus, stopReason],
  judge: judgeEnded,
});

/** Rules on plain messages. */
export const messagesReplyRules: Rule[] = [
  ...shapeRules,
  replyText,
  rule(replyCall, "blocks", {
    sentence: "a message that was given no tools and asked for no thinking has blocks of text only",
    requirements: ["R2.12"],
    provenance: "observed",
    after: schema,
    judge: ({ reply }) => {
      const types = listAt(bodyOf(reply), "/content").map((block) => valueAt(block, "/type"));
      const at = types.findIndex((type) => unaskedBlocks.includes(String(type)));
      if (at === -1) return pass;
      const message = `Block ${at} of the content is of the type ${JSON.stringify(types[at])}.`;
      return broken({ message, expected: "text", actual: String(types[at]), pointer: `/content/${at}/type` });
    },
  }),
  stopReason,
  ...countRules,
  ...cutOffRules,
  ...saidRules(replyCall, messages, {
    names: ["model", "prompt-counted", "text-counted", "as-asked"],
    after: replyUsage,
  }),
  countsMoveRule(messages, { short: shortCall, long: replyCall, after: [replyUsage, shortRule] }),
  shortRule,
  ...saidRules(shortCall, messages, { names: ["prompt-counted"], after: shortRule }),
];

/** The rule on the ids of all messages, which the other topics' calls belong to as well. */
export const ownIds = (others: ExchangePlan[]): Rule =>
  ownIdsRule(messages, { reads: [replyCall, ...others, shortCall], after: schema });

// Where the model says another thing, nothing may have stopped it.
function judgeEnded(exchange: Exchange): Verdict {
  const verdict = judgeStatus(exchange, 200);
  if (verdict.outcome !== "pass") return verdict;
  const { text, finish: reason } = saidIn(exchange, messages);
  const stopped = judgeStopped(text, { stop: stopSequence, pointer: "/content" });
  if (stopped.outcome !== "pass" || reason === "max_tokens" || reason === "refusal") return stopped;
  if (reason !== "stop_sequence") {
    const isStopped = plainly(text).endsWith("every engine");
    return isStopped ? wrongReason(`A stop sequence ended the message, and stop_reason is ${reason}.`) : pass;
  }
  const sequence = valueAt(bodyOf(exchange.reply), "/stop_sequence");
  if (sequence === stopSequence) return pass;
  const message = `The stop sequence that ended the message is told as ${JSON.stringify(sequence)}.`;
  return broken({ message, expected: stopSequence, actual: String(sequence), pointer: "/stop_sequence" });
}

const wrongReason = (message: string): Verdict =>
  broken({ message, expected: "end_turn, max_tokens, stop_sequence or tool_use", pointer: "/stop_reason" });

/** R2.12 lists all fields of a message as optional: that one may not be missing is the upstream provider's rule. */
function missingIsUpstream({ keyword }: Violation) {
  return keyword === "required" ? "upstream" : undefined;
}
