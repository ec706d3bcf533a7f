import type { Topic } from "../../area.js";
import { streamRules } from "../../checks/stream-rules.js";
import type { ExchangePlan } from "../../exchange.js";
import { denseCall } from "../../requests/billed-call.js";
import { fewTokens, longQuestion, systemMessage, turnsBefore } from "../../requests/long-question.js";
import { uncalledTool } from "./reply.js";

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

export const streamTopic: Topic = {
  exchanges: [streamCall],
  rules: [...streamRules(streamCall, { requirements: ["R1.5", "R6.1"], client: "openai" })],
};
