import { valueAt } from "@model-access/contract";
import type { Topic } from "../../area.js";
import { arrivesAsWritten } from "../../checks/buffering.js";
import { rule, rulesAlike } from "../../checks/define-rule.js";
import { memberIs } from "../../checks/member.js";
import { streamRules } from "../../checks/stream-rules.js";
import type { Exchange, ExchangePlan } from "../../exchange.js";
import { plainly, plainText } from "../../reading/joined-text.js";
import { lastAt, saidIn } from "../../reading/said.js";
import { denseCall } from "../../requests/billed-call.js";
import { fewTokens, longQuestion, systemMessage, turnsBefore } from "../../requests/long-question.js";
import { broken, pass, type Verdict } from "../../rule.js";
import { outputTextOf } from "./output-text.js";
import { replyCall, uncalledTool } from "./reply.js";

/** The plain response's conversation in strings, with a limit that cuts its answer. */
export const streamCall: ExchangePlan = denseCall("responses", {
  id: "responses/stream",
  says: "a streamed response with instructions, max_output_tokens and a tool that it may not call",
  isStreamed: true,
  json: (model, { modelList }) => ({
    model,
    ...uncalledTool(modelList, model),
    instructions: systemMessage,
    input: turnsBefore(longQuestion),
    max_output_tokens: 2 * fewTokens,
    stream: true,
  }),
});

/** The events that end a stream, and the status of the response in them. */
const endings = new Map<unknown, string>([
  ["response.completed", "completed"],
  ["response.incomplete", "incomplete"],
  ["response.failed", "failed"],
]);

const about = { requirements: ["R1.5", "R6.1"], provenance: "upstream", after: "complete" } as const;

/** Rules on a streamed response, against the plain one. */
export const streamTopic: Topic = {
  exchanges: [streamCall],
  rules: [
    ...streamRules(streamCall, { requirements: ["R1.5", "R6.1"], client: "openai" }),
    rule(streamCall, "picture-counted", {
      sentence: "a prompt with a picture counts more tokens than the same prompt without one",
      requirements: ["R1.5", "R8.3"],
      provenance: "upstream",
      reads: { plain: replyCall, streamed: streamCall },
      after: ["schema", "responses/reply/schema", "responses/reply/usage-sum"],
      judge: ({ plain, streamed }) => {
        if (!String(plain.request.body).includes('"input_image"'))
          return { outcome: "skip", reason: "The model list names no pictures with this model." };
        const [withOne, without] = [saidIn(plain), saidIn(streamed)];
        if (withOne.prompt === undefined || without.prompt === undefined || withOne.prompt > without.prompt)
          return pass;
        return broken({
          message: `The prompt with a picture counts ${withOne.prompt} tokens, and without it ${without.prompt}.`,
          expected: `more than ${without.prompt}`,
          actual: String(withOne.prompt),
          pointer: withOne.at.usage,
        });
      },
    }),
    ...rulesAlike(streamCall, about, {
      "output-text": { ...outputTextOf("the response at the end of a stream", "/response"), after: "last-is-whole" },
      "last-is-whole": {
        sentence: `the response at the end of ${streamCall.says} has the output that was streamed`,
        after: ["complete", "adds-up"],
        judge: judgeLast,
      },
      finished: {
        sentence: "the response at the end of a stream has the status that the event names",
        judge: memberIs("/response/status", {
          expected: "the status that the event names",
          isRight: (status, event) => status === (endings.get(valueAt(event, "/type")) ?? status),
        }),
      },
      "not-held-back": { ...arrivesAsWritten("a streamed response"), provenance: "stated", requirements: ["R6.1"] },
    }),
  ],
};

function judgeLast(exchange: Exchange): Verdict {
  const streamed = saidIn(exchange).text;
  const whole = plainText(lastResponse(exchange), "responses");
  if (plainly(streamed) === plainly(whole)) return pass;
  return broken({
    message: "The text of the response at the end is not that of the pieces.",
    expected: streamed.slice(0, 80),
    actual: whole.slice(0, 80),
    pointer: "/response/output",
  });
}

/** The response as the last event of a stream that has one says it. */
export const lastResponse = (exchange: Exchange): unknown => lastAt(exchange.stream().payloads, "/response");
