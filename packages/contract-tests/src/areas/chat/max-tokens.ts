import type { Topic } from "../../area.js";
import { answerRules } from "../../checks/answer-rules.js";
import type { ExchangePlan } from "../../exchange.js";
import { saidIn } from "../../reading/said.js";
import { billedCall } from "../../requests/billed-call.js";
import { askMuch, converse, fewTokens } from "../../requests/long-question.js";
import { broken, pass } from "../../rule.js";
import { mediaTypeOf } from "../../wire/wire.js";

export const limitedCall: ExchangePlan = billedCall("chat", {
  id: "chat/limited",
  says: "a chat completion with a system message, max_tokens 16, temperature 2 and stream false",
  needs: ["account/balance-before"],
  json: (model) => ({ ...converse(model), temperature: 2, stream: false }),
});

const oneTokenCall: ExchangePlan = billedCall("chat", {
  priority: 30,
  id: "chat/one-token",
  says: "a chat completion with max_tokens 1",
  json: (model) => ({ ...askMuch(model), max_tokens: 1 }),
});

const ofLimited = { requirements: ["R2.5", "R8.2"], provenance: "stated" } as const;

export const maxTokensTopic: Topic = {
  exchanges: [limitedCall, oneTokenCall],
  rules: [
    ...answerRules(limitedCall, ofLimited, {
      "not-streamed": {
        sentence: "a chat completion with stream false is no stream",
        requirements: ["R2.5", "R4.1"],
        judge: ({ reply }) => {
          if (reply === undefined || mediaTypeOf(reply) !== "text/event-stream") return pass;
          const message = "A call with stream false is answered with an event stream.";
          return broken({ message, expected: "application/json", actual: "text/event-stream" });
        },
      },
      counted: {
        sentence: "a chat completion that max_tokens ended counts about as many tokens",
        requirements: ["R8.3", "R2.5"],
        provenance: "upstream",
        after: "max-tokens",
        judge: (exchange) => {
          const { isCut, completion: count } = saidIn(exchange);
          if (!isCut || count === undefined || count >= fewTokens / 2) return pass;
          return broken({
            message: `max_tokens ${fewTokens} ended the reply, and its usage counts ${count} tokens.`,
            expected: String(fewTokens),
            actual: String(count),
            pointer: "/usage/completion_tokens",
          });
        },
      },
    }),
    ...answerRules(oneTokenCall, {
      requirements: ["R2.5"],
      // An upstream may have a least of its own.
      provenance: "observed",
      after: "chat/limited/status",
      as: { "max-tokens": "one" },
    }),
  ],
};
