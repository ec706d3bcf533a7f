import { type Violation, valueAt } from "@model-access/contract";
import { rule, ruleNamed } from "../../checks/define-rule.js";
import { bodyOf } from "../../checks/reply.js";
import { replyRules } from "../../checks/reply-rules.js";
import { saidRules } from "../../checks/said-rules.js";
import { judgeTextThere } from "../../checks/text.js";
import { dialects } from "../../dialects.js";
import type { ExchangePlan } from "../../exchange.js";
import { listAt } from "../../reading/joined-text.js";
import { denseCall } from "../../requests/billed-call.js";
import { converseWithoutSystem, systemMessage } from "../../requests/long-question.js";
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

export const replyCall: ExchangePlan = denseCall("messages", {
  id: "messages/reply",
  says: "a message with a system prompt and max_tokens 16",
  json: askMessage,
});

const shapeRules = replyRules(replyCall, {
  requirements: ["R4.6", "R1.4", "R2.9", "R2.11", "R2.12", "R2.13", "R9.2", "R9.3"],
  provenance: "stated",
  mediaType: "stated",
  shape: "stated",
  weight: missingIsUpstream,
});

export const replyStatus = ruleNamed(shapeRules, "status");

export const replySchema = ruleNamed(shapeRules, "schema");

export const replyText = rule(replyCall, "text", {
  sentence: "a message in reply to a plain question has a text",
  requirements: ["R2.12"],
  provenance: "upstream",
  after: replySchema,
  judge: (exchange) => judgeTextThere(exchange, messages),
});

export const stopReason = rule(replyCall, "stop-reason", {
  sentence: "a message says why it ended, by a word that the upstream provider has",
  requirements: ["R2.13"],
  provenance: "upstream",
  after: replySchema,
  judge: ({ reply }) => {
    const reason = valueAt(bodyOf(reply), "/stop_reason");
    return stopReasons.includes(String(reason)) ? pass : wrongReason(`stop_reason is ${JSON.stringify(reason)}.`);
  },
});

const countRules = saidRules(replyCall, messages, { names: ["usage-counted", "max-tokens"], after: replySchema });

export const replyUsage = ruleNamed(countRules, "usage-counted");

const cutOffRules = saidRules(replyCall, messages, { names: ["cut-off"], after: stopReason });

export const replyCutOff = ruleNamed(cutOffRules, "cut-off");

/** Rules on plain messages. */
export const messagesReplyRules: Rule[] = [
  ...shapeRules,
  replyText,
  rule(replyCall, "blocks", {
    sentence: "a message that was given no tools and asked for no thinking has blocks of text only",
    requirements: ["R2.12"],
    provenance: "observed",
    after: replySchema,
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
];

const wrongReason = (message: string): Verdict =>
  broken({ message, expected: "end_turn, max_tokens, stop_sequence or tool_use", pointer: "/stop_reason" });

/** R2.12 lists all fields of a message as optional: that one may not be missing is the upstream provider's rule. */
function missingIsUpstream({ keyword }: Violation) {
  return keyword === "required" ? "upstream" : undefined;
}
