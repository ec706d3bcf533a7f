import { valueAt } from "@model-access/contract";
import { afterRules, ruleOn } from "../../checks/define-rule.js";
import { judgeErrorForm } from "../../checks/invalid-request-rules.js";
import { judgeLetters } from "../../checks/letters.js";
import { bodyOf, judgeStatus } from "../../checks/reply.js";
import type { ExchangePlan } from "../../exchange.js";
import { plainText } from "../../reading/joined-text.js";
import { lateChatCall } from "../../requests/chat-request.js";
import { shortAnswer, withModel } from "../../requests/short-question.js";
import { sayLetters } from "../../requests/unicode.js";
import { broken, pass, type Rule } from "../../rule.js";

/** Words that say nothing, to make a prompt long. */
const filler = "The quick brown fox jumps over the lazy dog. ";

const fillerTimes = 200;

/** How many words the long prompt has at least; none of them is less than a token. */
const largeWords = fillerTimes * 9;

const largeCall: ExchangePlan = lateChatCall({
  priority: 40,
  id: "chat/large",
  says: "a chat completion of a prompt of 9000 characters",
  write: (facts) =>
    withModel(facts, "chat", (model) => ({
      json: {
        model,
        messages: [{ role: "user", content: `${filler.repeat(fillerTimes)}\n\n${sayLetters}` }],
        max_tokens: shortAnswer,
      },
    })),
});

/** A prompt of 9000 characters. */
export const longPromptCalls: ExchangePlan[] = [largeCall];

/** What becomes of a long prompt. */
export const longPromptRules: Rule[] = [
  afterRules(
    ruleOn(largeCall, {
      name: "status",
      sentence: "a chat completion of a long prompt is answered or refused, and breaks nothing",
      requirements: ["R4.1", "R7.1"],
      provenance: "observed",
      judge: (exchange) => {
        const status = exchange.reply?.status ?? 0;
        const isRefused = status >= 400 && status < 500 && status !== 429;
        if (!isRefused) return judgeStatus(exchange, 200);
        const form = judgeErrorForm(exchange, "service");
        return form.outcome === "pass" ? { outcome: "skip", reason: "The deployment takes no long prompt." } : form;
      },
    }),
    ["chat/limited/status"],
  ),
  afterRules(
    ruleOn(largeCall, {
      name: "counted",
      sentence: "a long prompt is counted whole",
      requirements: ["R8.3", "R2.5"],
      provenance: "upstream",
      judge: ({ reply }) => {
        const count = valueAt(bodyOf(reply), "/usage/prompt_tokens");
        if (typeof count !== "number" || count >= largeWords / 2) return pass;
        return broken({
          message: `A prompt of more than ${largeWords} words counts ${count} tokens.`,
          expected: `at least ${largeWords / 2}`,
          actual: String(count),
          pointer: "/usage/prompt_tokens",
        });
      },
    }),
    ["chat/large/status", "chat/limited/prompt-counted"],
  ),
  ruleOn(largeCall, {
    name: "text",
    sentence: "letters beyond ASCII come back as they are",
    requirements: ["R2.6", "R4.1"],
    provenance: "upstream",
    after: "status",
    judge: ({ reply }) => judgeLetters(plainText(bodyOf(reply), "chat"), "/choices/0/message/content"),
  }),
];
