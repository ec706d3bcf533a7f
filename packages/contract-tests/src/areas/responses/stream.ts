import type { Topic } from "../../area.js";
import { rule } from "../../checks/define-rule.js";
import { streamRules } from "../../checks/stream-rules.js";
import type { ExchangePlan } from "../../exchange.js";
import { saidIn } from "../../reading/said.js";
import { denseCall } from "../../requests/billed-call.js";
import { fewTokens, longQuestion, systemMessage, turnsBefore } from "../../requests/long-question.js";
import { broken, pass } from "../../rule.js";
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
  ],
};
