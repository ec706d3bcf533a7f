import type { ChatTextPart } from "@model-access/contract";
import type { Topic } from "../../area.js";
import { isUndecided, judgeStatus } from "../../checks/reply.js";
import { billedCall } from "../../requests/billed-call.js";
import { earlierTurns, saying, shortAnswer, systemMessage } from "../../requests/questions.js";
import { anyObject, toolResult } from "../../requests/tool.js";
import { pass } from "../../rule.js";
import { skip, story } from "../../story.js";

const told = story("chat", { requirements: ["R2.5"], provenance: "observed" });
const { ask, rule } = told;

/** Stop texts, parts of a text, JSON for the answer and custom parameters. */
export const stopTopic: Topic = told;

/** It is in nearly every text, and so ends nearly every reply. */
const stopText = " e";

/** The text that a call asks for; it has the stop text in it. */
const stopped = "every engine ends early";

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

export const stopCall = billedCall("chat", {
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

rule(
  "stop/custom-parameters",
  "a chat completion with custom parameters is answered or refused, and breaks nothing",
  { provenance: "stated", reads: [stopCall] },
  (exchange) => {
    const status = exchange.reply?.status ?? 0;
    if (status >= 500 && !isUndecided(status)) {
      const message = `${exchange.plan.says} was answered with ${status}.`;
      return { message, expected: "200, or a refusal with 400", actual: status, requirement: "R1.9" };
    }
    return status >= 400 && status < 500 && status !== 401 ? pass : judgeStatus(exchange, 200);
  },
);

ask(stopCall, {
  sentence: "a chat completion with stop texts is answered or refused, and breaks nothing",
  after: ["chat/reply/status", "custom-parameters"],
  as: { cut: "finish" },
  judge: (exchange) =>
    // The statuses of an invalid request; the specification says no more.
    [400, 422].includes(exchange.reply?.status ?? 0)
      ? skip("The deployment takes no list of stop texts, or none beside parts, JSON and custom parameters.")
      : judgeStatus(exchange, 200),
});

ask(
  billedCall("chat", {
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
  }),
  {
    requirements: ["R4.1", "R6.1"],
    provenance: "upstream",
    after: "chat/stop/stop",
    judge: (exchange) =>
      exchange.reply?.status === 400
        ? skip("The deployment takes no stop texts in streams.")
        : judgeStatus(exchange, 200),
  },
);
