import { valueAt } from "@model-access/contract";
import { ruleOn, ruleOnExchanges } from "../../checks/define-rule.js";
import { bodyOf, judgeStatus } from "../../checks/reply.js";
import { saidRules } from "../../checks/said-rules.js";
import { judgeMostTokens } from "../../checks/usage.js";
import { dialects } from "../../dialects.js";
import type { ExchangePlan } from "../../exchange.js";
import { joinedText, plainText } from "../../reading/joined-text.js";
import { lateChatCall } from "../../requests/chat-request.js";
import { askMuch, converse, fewTokens } from "../../requests/long-question.js";
import { sameTextAgain, textDiffers } from "../../requests/repeat-for-comparison.js";
import { withModel } from "../../requests/short-question.js";
import { broken, pass, type Rule } from "../../rule.js";
import { mediaTypeOf } from "../../wire/wire.js";
import { finishIn } from "./long-stream.js";
import { chatOperation } from "./reply.js";

export const limitedCall: ExchangePlan = {
  id: "chat/limited",
  operationId: chatOperation,
  says: "a conversation with a system message, max_tokens 16, temperature 2 and stream false, whose cost is followed",
  isValid: true,
  isBilled: true,
  needs: ["account/balance-before"],
  write: (facts) =>
    withModel(facts, "chat", (model) => ({ json: { ...converse(model), temperature: 2, stream: false } })),
};

const limitedAgainCall: ExchangePlan = {
  id: "chat/limited-again",
  operationId: chatOperation,
  says: "the same long chat completion once more",
  isValid: true,
  isBilled: true,
  needs: ["chat/limited", "chat/stream-usage"],
  write: (facts) =>
    textDiffers(facts, { dialect: "chat", plain: "chat/limited", streamed: "chat/stream-usage" })
      ? withModel(facts, "chat", (model) => ({ json: { ...converse(model), temperature: 2 } }))
      : sameTextAgain,
};

const oneTokenCall: ExchangePlan = lateChatCall({
  priority: 20,
  id: "chat/one-token",
  says: "a chat completion with max_tokens 1",
  write: (facts) => withModel(facts, "chat", (model) => ({ json: { ...askMuch(model), max_tokens: 1 } })),
});

/** Chat completions that max_tokens ends. */
export const maxTokensCalls: ExchangePlan[] = [limitedCall, limitedAgainCall, oneTokenCall];

/** Whether max_tokens is heeded, and said to have ended a reply. */
export const maxTokensRules: Rule[] = [
  ruleOn(limitedCall, {
    name: "status",
    sentence: `${limitedCall.says} is answered with status 200`,
    requirements: ["R2.5", "R8.2"],
    provenance: "stated",
    judge: (exchange) => judgeStatus(exchange, 200),
  }),
  ruleOn(limitedCall, {
    name: "not-streamed",
    sentence: "a chat completion with stream false is no stream",
    requirements: ["R2.5", "R4.1"],
    provenance: "stated",
    after: "status",
    judge: ({ reply: answer }) => {
      if (answer === undefined || mediaTypeOf(answer) !== "text/event-stream") return pass;
      return broken({
        message: "A call with stream false is answered with an event stream.",
        expected: "application/json",
        actual: "text/event-stream",
      });
    },
  }),
  ruleOn(limitedCall, {
    name: "max-tokens",
    sentence: `a chat completion with max_tokens ${fewTokens} has no more tokens`,
    requirements: ["R2.5"],
    provenance: "upstream",
    after: "status",
    judge: (exchange) => judgeMostTokens(exchange, fewTokens, { dialect: "chat", countAt: "/usage/completion_tokens" }),
  }),
  ...saidRules(limitedCall, dialects.chat, {
    names: ["prompt-counted", "text-counted"],
    after: ["chat/limited/max-tokens", "chat/usage-grows"],
  }),
  ruleOn(limitedCall, {
    name: "counted",
    sentence: "a chat completion that max_tokens ended counts about as many tokens",
    requirements: ["R8.3", "R2.5"],
    provenance: "upstream",
    after: "max-tokens",
    judge: ({ reply: answer }) => {
      const body = bodyOf(answer);
      const count = valueAt(body, "/usage/completion_tokens");
      const isCut = valueAt(body, "/choices/0/finish_reason") === "length";
      if (!isCut || typeof count !== "number" || count >= fewTokens / 2) return pass;
      return broken({
        message: `max_tokens ${fewTokens} ended the reply, and its usage counts ${count} tokens.`,
        expected: String(fewTokens),
        actual: String(count),
        pointer: "/usage/completion_tokens",
      });
    },
  }),
  ruleOnExchanges({
    id: "chat/limited/finish",
    sentence: "A chat completion that max_tokens ended has the finish reason length.",
    requirements: ["R2.5"],
    provenance: "upstream",
    exchanges: ["chat/limited", "chat/stream-usage"],
    takesMissing: true,
    after: "chat/limited/max-tokens",
    judge: (find) => {
      const [body, streamed] = [bodyOf(find("chat/limited")?.reply), find("chat/stream-usage")];
      const reason = valueAt(body, "/choices/0/finish_reason");
      const isFull = Number(valueAt(body, "/usage/completion_tokens")) >= fewTokens;
      if (!isFull || reason === "length" || typeof reason !== "string") return pass;
      // Where another text of the same question is said to be cut off, this one may have ended with its last token.
      const isOther = joinedText(streamed?.stream().events ?? [], "chat") !== plainText(body, "chat");
      if (isOther && finishIn(streamed) === "length") return pass;
      return broken({
        message: `The reply has all ${fewTokens} tokens, and the finish reason ${JSON.stringify(reason)}.`,
        expected: "length",
        actual: reason,
        pointer: "/choices/0/finish_reason",
      });
    },
  }),
  {
    ...ruleOn(oneTokenCall, {
      name: "status",
      sentence: "a chat completion with max_tokens 1 is answered with status 200",
      requirements: ["R2.5"],
      // An upstream may have a least of its own.
      provenance: "observed",
      judge: (exchange) => judgeStatus(exchange, 200),
    }),
    after: "chat/limited/status",
  },
  {
    ...ruleOn(oneTokenCall, {
      name: "one",
      sentence: "a chat completion with max_tokens 1 has no more tokens",
      requirements: ["R2.5"],
      provenance: "upstream",
      judge: (exchange) => judgeMostTokens(exchange, 1, { dialect: "chat", countAt: "/usage/completion_tokens" }),
    }),
    after: ["chat/one-token/status", "chat/limited/max-tokens"],
  },
];
