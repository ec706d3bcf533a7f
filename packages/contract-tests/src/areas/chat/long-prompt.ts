import type { Topic } from "../../area.js";
import { answerRules } from "../../checks/answer-rules.js";
import { judgeErrorForm } from "../../checks/refusal-rules.js";
import { judgeStatus } from "../../checks/reply.js";
import { billedCall } from "../../requests/billed-call.js";
import { filler } from "../../requests/long-question.js";
import { shortAnswer } from "../../requests/short-question.js";
import { sayLetters } from "../../requests/unicode.js";

/** Sentences of nine words; none of them is less than a token. */
const fillerTimes = 200;

const largeCall = billedCall("chat", {
  priority: 40,
  id: "chat/large",
  says: "a chat completion of a prompt of 9000 characters",
  json: (model) => ({
    model,
    messages: [{ role: "user", content: `${filler(fillerTimes)}\n\n${sayLetters}` }],
    max_tokens: shortAnswer,
  }),
});

export const longPromptTopic: Topic = {
  exchanges: [largeCall],
  rules: answerRules(largeCall, {
    sentence: "a chat completion of a long prompt is answered or refused, and breaks nothing",
    requirements: ["R4.1", "R7.1"],
    provenance: "observed",
    after: "chat/limited/status",
    as: { "prompt-counted": "counted", "as-asked": "text" },
    judge: (exchange) => {
      const status = exchange.reply?.status ?? 0;
      const isRefused = status >= 400 && status < 500 && status !== 429;
      if (!isRefused) return judgeStatus(exchange, 200);
      const form = judgeErrorForm(exchange);
      return form.outcome === "pass" ? { outcome: "skip", reason: "The deployment takes no long prompt." } : form;
    },
  }),
};
