import type { Topic } from "../../area.js";
import { rulesOn } from "../../checks/define-rule.js";
import { judgeLetters } from "../../checks/letters.js";
import { judgeErrorForm } from "../../checks/refusal-rules.js";
import { judgeStatus } from "../../checks/reply.js";
import { saidIn } from "../../reading/said.js";
import { billedCall } from "../../requests/billed-call.js";
import { filler } from "../../requests/long-question.js";
import { shortAnswer } from "../../requests/short-question.js";
import { sayLetters } from "../../requests/unicode.js";
import { broken, pass } from "../../rule.js";

/** Sentences of nine words; none of them is less than a token. */
const fillerTimes = 200;

const largeWords = fillerTimes * 9;

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

/** Rules on a long prompt. */
export const longPromptTopic: Topic = {
  exchanges: [largeCall],
  rules: rulesOn(
    largeCall,
    {
      sentence: "a chat completion of a long prompt is answered or refused, and breaks nothing",
      requirements: ["R4.1", "R7.1"],
      provenance: "observed",
      after: "chat/limited/status",
      judge: (exchange) => {
        const status = exchange.reply?.status ?? 0;
        const isRefused = status >= 400 && status < 500 && status !== 429;
        if (!isRefused) return judgeStatus(exchange, 200);
        const form = judgeErrorForm(exchange);
        return form.outcome === "pass" ? { outcome: "skip", reason: "The deployment takes no long prompt." } : form;
      },
    },
    {
      counted: {
        sentence: "a long prompt is counted whole",
        requirements: ["R8.3", "R2.5"],
        provenance: "upstream",
        after: ["status", "chat/limited/prompt-counted"],
        judge: (exchange) => {
          const { prompt } = saidIn(exchange);
          if (prompt === undefined || prompt >= largeWords / 2) return pass;
          return broken({
            message: `A prompt of more than ${largeWords} words counts ${prompt} tokens.`,
            expected: `at least ${largeWords / 2}`,
            actual: String(prompt),
            pointer: "/usage/prompt_tokens",
          });
        },
      },
      text: {
        sentence: "letters beyond ASCII come back as they are",
        requirements: ["R2.6", "R4.1"],
        provenance: "upstream",
        judge: (exchange) => {
          const { text, at } = saidIn(exchange);
          return judgeLetters(text, at.text);
        },
      },
    },
  ),
};
