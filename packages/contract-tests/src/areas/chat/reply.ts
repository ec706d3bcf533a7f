import type { Topic } from "../../area.js";
import { rulesAlike } from "../../checks/define-rule.js";
import { memberIs } from "../../checks/member.js";
import { onJson } from "../../checks/reply.js";
import { replyRules } from "../../checks/reply-rules.js";
import { judgeTextThere } from "../../checks/text.js";
import type { ExchangePlan } from "../../exchange.js";
import { denseCall } from "../../requests/billed-call.js";
import { converse } from "../../requests/long-question.js";
import { questionOfLines } from "../../requests/short-question.js";

/** More tokens than the answer has. */
export const mostForLines = 256;

/** Without max_tokens, so that nothing may cut it. */
export const askForLines = (model: string) => ({ model, messages: [{ role: "user", content: questionOfLines }] });

/** Words that other interfaces, and models behind them, have in its place. */
export const foreignReasons = [
  "end_turn",
  "max_tokens",
  "stop_sequence",
  "tool_use",
  "completed",
  "incomplete",
  "eos",
  "STOP",
];

/** The messages of a call with a limit, without the limit: a cache that leaves options out would answer both alike. */
export const askAtLength = (model: string) => ({ model, messages: converse(model).messages });

export const replyCall: ExchangePlan = denseCall("chat", {
  id: "chat/reply",
  says: "a plain chat completion",
  json: askAtLength,
});

const hasChoice = memberIs("/choices", {
  expected: "a list with a choice",
  isRight: (choices) => Array.isArray(choices) && choices.length > 0,
});

const hasText = memberIs("/choices/0/message/content", {
  expected: "a string",
  isRight: (text) => typeof text === "string",
});

const common = { requirements: ["R2.6"], provenance: "upstream", takesPlainer: true, after: "schema" } as const;

const about = { ...common, provenance: "stated", after: "status" } as const;

export const replyTopic: Topic = {
  exchanges: [replyCall],
  rules: [
    ...replyRules(replyCall, {
      requirements: ["R4.1", "R1.3", "R2.5", "R9.1"],
      provenance: "stated",
      mediaType: "stated",
      shape: "stated",
      adjusted: { as: { cut: "finish", "no-tool": "no-tools" } },
      stated: (reply) =>
        rulesAlike(reply, about, {
          text: {
            sentence: "a chat completion has its text as a string in choices[].message.content",
            judge: (exchange) =>
              onJson(exchange, () => {
                const verdict = hasChoice(exchange);
                return verdict.outcome === "pass" ? hasText(exchange) : verdict;
              }),
          },
        }),
    }),
    ...rulesAlike(replyCall, common, {
      "text-there": {
        sentence: "a chat completion of a plain question has a text",
        requirements: ["R2.6", "R4.1"],
        provenance: "stated",
        after: "text",
        judge: judgeTextThere,
      },
      "finish-word": {
        sentence: "a chat completion says why it ended by no word of another interface",
        requirements: ["R4.1"],
        judge: memberIs("/choices/0/finish_reason", {
          expected: "stop, length, tool_calls or content_filter",
          isRight: (reason) => !foreignReasons.includes(String(reason)),
        }),
      },
    }),
  ],
};
