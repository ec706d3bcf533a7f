import type { ChatTextPart } from "@model-access/contract";
import type { Topic } from "../../area.js";
import { answerRules } from "../../checks/answer-rules.js";
import { rulesAlike } from "../../checks/define-rule.js";
import { judgeStatus } from "../../checks/reply.js";
import type { ExchangePlan } from "../../exchange.js";
import { billedCall } from "../../requests/billed-call.js";
import { earlierTurns, systemMessage } from "../../requests/long-question.js";
import { saying, shortAnswer } from "../../requests/short-question.js";
import { anyObject } from "../../requests/text-format.js";
import { toolResult } from "../../requests/tool.js";
import { pass } from "../../rule.js";

/** It is in nearly every text, and so ends nearly every reply. */
const stopText = " e";

/** The text that a call asks for; it has the stop text in it. */
export const stopped = "every engine ends early";

/** The last is in every JSON object. */
const stops = ["no such text", stopText, '":'];

/** Parameters of bots, which this interface can't carry (R1.9). */
export const customParameters: object = {
  thinking_budget: 1024,
  aspect_ratio: "16:9",
  style: "plain",
  x_contract_tests: true,
};

/** Both are long enough for their tokens to be missed. */
const parts = [
  `${systemMessage} ${earlierTurns[0]?.content}`,
  `${toolResult} ${earlierTurns[1]?.content} As a JSON object: ${saying(stopped)}`,
].map((text): ChatTextPart => ({ type: "text", text }));

export const stopCall: ExchangePlan = billedCall("chat", {
  id: "chat/stop",
  says: 'a chat completion in two parts with several stop texts, " e" among them, JSON for its answer, custom parameters and a field that nobody knows',
  provider: 2,
  // Answers of two calls at the same time may be mixed up.
  besides: "chat/tools",
  call: { headers: { accept: "*/*" } },
  json: (model) => ({
    model,
    messages: [{ role: "user", content: parts }],
    max_tokens: shortAnswer,
    stop: stops,
    response_format: anyObject,
    ...customParameters,
  }),
});

const stopStreamCall = billedCall("chat", {
  priority: 20,
  id: "chat/stop-stream",
  says: 'a streamed chat completion with two stop texts, the second of them " e"',
  isStreamed: true,
  needs: ["chat/stop"],
  json: (model) => ({
    model,
    messages: [{ role: "user", content: saying(stopped) }],
    max_tokens: shortAnswer,
    stop: stops,
    stream: true,
  }),
});

const about = { requirements: ["R2.5"], provenance: "observed" } as const;

export const stopTopic: Topic = {
  exchanges: [stopCall, stopStreamCall],
  rules: [
    ...rulesAlike(stopCall, about, {
      "custom-parameters": {
        sentence: "a chat completion with custom parameters is answered or refused, and breaks nothing",
        requirements: ["R2.5"],
        provenance: "stated",
        judge: (exchange) => {
          const status = exchange.reply?.status ?? 0;
          return status >= 400 && status < 500 && status !== 401 ? pass : judgeStatus(exchange, 200);
        },
      },
    }),
    ...answerRules(stopCall, {
      ...about,
      sentence: "a chat completion with stop texts is answered or refused, and breaks nothing",
      after: ["chat/reply/status", "custom-parameters"],
      as: { cut: "finish" },
      judge: (exchange) =>
        // The statuses of an invalid request; the specification says no more.
        [400, 422].includes(exchange.reply?.status ?? 0)
          ? {
              outcome: "skip",
              reason: "The deployment takes no list of stop texts, or none beside parts, JSON and custom parameters.",
            }
          : judgeStatus(exchange, 200),
    }),
    ...answerRules(stopStreamCall, {
      requirements: ["R4.1", "R6.1"],
      provenance: "upstream",
      after: "chat/stop/stop",
      judge: (exchange) =>
        exchange.reply?.status === 400
          ? { outcome: "skip", reason: "The deployment takes no stop texts in streams." }
          : judgeStatus(exchange, 200),
    }),
  ],
};
