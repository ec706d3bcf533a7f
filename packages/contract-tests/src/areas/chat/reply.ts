import { valueAt } from "@model-access/contract";
import { ruleOn } from "../../checks/define-rule.js";
import { bodyOf, onJson } from "../../checks/reply.js";
import { replyRules } from "../../checks/reply-rules.js";
import { saidRules } from "../../checks/said-rules.js";
import { judgeTextThere } from "../../checks/text.js";
import { dialects } from "../../dialects.js";
import type { Exchange, ExchangePlan } from "../../exchange.js";
import { payloadOf } from "../../reading/joined-text.js";
import { question, shortAnswer, withModel } from "../../requests/short-question.js";
import { broken, pass, type Rule, type Verdict } from "../../rule.js";

export const chatOperation = "createChatCompletion";

export const askShortly = (model: string) => ({
  model,
  messages: [{ role: "user", content: question }],
  max_tokens: shortAnswer,
});

export const payloadsOf = (exchange: Exchange | undefined) =>
  (exchange?.stream().events ?? []).map(({ data }) => payloadOf(data)).filter((payload) => payload !== undefined);

/** What the other interfaces, and models behind them, say in its place. */
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

export const replyCall: ExchangePlan = {
  id: "chat/reply",
  operationId: chatOperation,
  says: "a plain chat completion",
  isValid: true,
  isBilled: true,
  write: (facts) => withModel(facts, "chat", (model) => ({ json: askShortly(model) })),
};

/** The first chat completion. */
export const replyCalls: ExchangePlan[] = [replyCall];

/** What a plain chat completion says, and whether it makes sense. */
export const replyRulesOfChat: Rule[] = [
  ...replyRules(replyCall, {
    requirements: ["R4.1", "R1.3", "R2.5", "R9.1"],
    provenance: "stated",
    mediaType: "stated",
    shape: "stated",
    stated: (reply) => [textRule(reply)],
  }),
  ruleOn(replyCall, {
    name: "text-there",
    sentence: "a chat completion of a plain question has a text",
    requirements: ["R2.6", "R4.1"],
    provenance: "stated",
    after: "text",
    judge: (exchange) =>
      judgeTextThere(exchange, "chat", {
        reasoningAt: "/usage/completion_tokens_details/reasoning_tokens",
        isCut: (body) => valueAt(body, "/choices/0/finish_reason") === "length",
      }),
  }),
  ...saidRules(replyCall, dialects.chat, {
    names: ["model", "created", "usage-sum", "prompt-counted", "text-counted", "as-asked"],
    after: ["chat/reply/schema"],
  }),
  ruleOn(replyCall, {
    name: "index",
    sentence: "the only choice of a chat completion has the index 0",
    requirements: ["R2.6"],
    provenance: "upstream",
    after: "schema",
    judge: ({ reply: answer }) => {
      const index = valueAt(bodyOf(answer), "/choices/0/index");
      if (index === 0) return pass;
      return broken({
        message: `The only choice has the index ${index}.`,
        expected: "0",
        actual: String(index),
        pointer: "/choices/0/index",
      });
    },
  }),
  ruleOn(replyCall, {
    name: "finish-word",
    sentence: "a chat completion says why it ended by no word of another interface",
    requirements: ["R4.1"],
    provenance: "upstream",
    after: "schema",
    judge: ({ reply: answer }) => {
      const reason = valueAt(bodyOf(answer), "/choices/0/finish_reason");
      if (!foreignReasons.includes(String(reason))) return pass;
      return broken({
        message: `The finish reason is ${JSON.stringify(reason)}, which is another interface's word.`,
        expected: "stop, length, tool_calls or content_filter",
        actual: String(reason),
        pointer: "/choices/0/finish_reason",
      });
    },
  }),
  ruleOn(replyCall, {
    name: "finish",
    sentence: "a chat completion that is shorter than max_tokens has not the finish reason length",
    requirements: ["R2.5"],
    provenance: "upstream",
    after: "schema",
    judge: ({ reply: answer }) => {
      const body = bodyOf(answer);
      const count = valueAt(body, "/usage/completion_tokens");
      const isShort = typeof count === "number" && count > 0 && count < shortAnswer / 2;
      if (!isShort || valueAt(body, "/choices/0/finish_reason") !== "length") return pass;
      return broken({
        message: `The reply has ${count} of ${shortAnswer} tokens, and the finish reason "length".`,
        expected: "stop",
        actual: "length",
        pointer: "/choices/0/finish_reason",
      });
    },
  }),
];

function textRule(reply: ExchangePlan): Rule {
  return ruleOn(reply, {
    name: "text",
    sentence: "a chat completion has its text as a string in choices[].message.content",
    requirements: ["R2.6"],
    provenance: "stated",
    after: "status",
    judge: judgeText,
  });
}

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
