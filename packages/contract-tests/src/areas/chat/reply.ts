import { valueAt } from "@model-access/contract";
import { rule, ruleNamed } from "../../checks/define-rule.js";
import { bodyOf, onJson } from "../../checks/reply.js";
import { replyRules } from "../../checks/reply-rules.js";
import { saidRules } from "../../checks/said-rules.js";
import { judgeTextThere } from "../../checks/text.js";
import { dialects } from "../../dialects.js";
import type { Exchange, ExchangePlan } from "../../exchange.js";
import { denseCall } from "../../requests/billed-call.js";
import { questionOfLines } from "../../requests/short-question.js";
import { broken, pass, type Rule, type Verdict } from "../../rule.js";

/** More tokens than the answer has. */
export const mostForLines = 256;

/** Without max_tokens, so that nothing may cut it. */
export const askForLines = (model: string) => ({ model, messages: [{ role: "user", content: questionOfLines }] });

/** Words that other interfaces, and models behind them, have in its place. */
const foreignReasons = [
  "end_turn",
  "max_tokens",
  "stop_sequence",
  "tool_use",
  "completed",
  "incomplete",
  "eos",
  "STOP",
];

export const replyCall: ExchangePlan = denseCall("chat", {
  id: "chat/reply",
  says: "a plain chat completion",
  json: askForLines,
});

const shapeRules = replyRules(replyCall, {
  requirements: ["R4.1", "R1.3", "R2.5", "R9.1"],
  provenance: "stated",
  mediaType: "stated",
  shape: "stated",
  stated: (reply) => [
    rule(reply, "text", {
      takesPlainer: true,
      sentence: "a chat completion has its text as a string in choices[].message.content",
      requirements: ["R2.6"],
      provenance: "stated",
      after: "status",
      judge: judgeText,
    }),
  ],
});

export const replyStatus = ruleNamed(shapeRules, "status");

export const replyText = ruleNamed(shapeRules, "text");

export const replySchema = ruleNamed(shapeRules, "schema");

const countRules = saidRules(replyCall, dialects.chat, { names: ["usage-counted"], after: replySchema });

export const replyUsage = ruleNamed(countRules, "usage-counted");

const saidOfReply = saidRules(replyCall, dialects.chat, {
  names: ["model", "created", "usage-sum", "prompt-counted", "text-counted", "as-asked", "cut"],
  as: { cut: "finish" },
  after: replySchema,
});

export const replyModel = ruleNamed(saidOfReply, "model");

export const replyFinish = ruleNamed(saidOfReply, "finish");

/** Rules on a plain chat completion. */
export const replyRulesOfChat: Rule[] = [
  ...shapeRules,
  rule(replyCall, "text-there", {
    takesPlainer: true,
    sentence: "a chat completion of a plain question has a text",
    requirements: ["R2.6", "R4.1"],
    provenance: "stated",
    after: replyText,
    judge: (exchange) => judgeTextThere(exchange, dialects.chat),
  }),
  ...saidOfReply,
  ...countRules,
  rule(replyCall, "index", {
    takesPlainer: true,
    sentence: "the only choice of a chat completion has the index 0",
    requirements: ["R2.6"],
    provenance: "upstream",
    after: replySchema,
    judge: ({ reply }) => {
      const pointer = "/choices/0/index";
      const index = valueAt(bodyOf(reply), pointer);
      if (index === 0) return pass;
      return broken({ message: `The only choice has the index ${index}.`, expected: "0", actual: `${index}`, pointer });
    },
  }),
  rule(replyCall, "finish-word", {
    takesPlainer: true,
    sentence: "a chat completion says why it ended by no word of another interface",
    requirements: ["R4.1"],
    provenance: "upstream",
    after: replySchema,
    judge: ({ reply }) => {
      const pointer = "/choices/0/finish_reason";
      const reason = valueAt(bodyOf(reply), pointer);
      if (!foreignReasons.includes(String(reason))) return pass;
      return broken({
        message: `The finish reason is ${JSON.stringify(reason)}, which is another interface's word.`,
        expected: "stop, length, tool_calls or content_filter",
        actual: String(reason),
        pointer,
      });
    },
  }),
];

function judgeText(exchange: Exchange): Verdict {
  return onJson(exchange, (value) => {
    const choices = valueAt(value, "/choices");
    if (!Array.isArray(choices) || choices.length === 0) {
      return broken({ message: "The reply has no choices.", expected: "an array with a choice", pointer: "/choices" });
    }
    const index = choices.findIndex((choice) => typeof valueAt(choice, "/message/content") !== "string");
    if (index === -1) return pass;
    const pointer = `/choices/${index}/message/content`;
    const actual = JSON.stringify(valueAt(value, pointer)) ?? "absent";
    return broken({
      message: `The text of choice ${index} is ${actual}; expected a string.`,
      expected: "a string",
      actual,
      pointer,
    });
  });
}
