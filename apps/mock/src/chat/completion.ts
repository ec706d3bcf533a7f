import type { ChatCompletion, ChatUsage } from "@model-access/contract";
import type { Reply, ReplyUsage } from "../conversation/reply.js";
import { type Envelope, finishReasonOf } from "./envelope.js";

export function writeCompletion(reply: Reply, { id, created, model, callIds, fingerprint }: Envelope): ChatCompletion {
  const toolCalls = reply.toolCalls.map((call, index) => ({
    id: callIds[index] ?? "",
    type: "function" as const,
    function: { name: call.name, arguments: call.arguments.join("") },
  }));
  const content = reply.text.length === 0 && toolCalls.length > 0 ? null : reply.text.join("");
  return {
    id,
    object: "chat.completion",
    created,
    model,
    choices: [
      {
        index: 0,
        message: { role: "assistant", content, ...(toolCalls.length > 0 && { tool_calls: toolCalls }) },
        finish_reason: finishReasonOf(reply.finish),
      },
    ],
    usage: writeUsage(reply.usage),
    system_fingerprint: fingerprint,
  };
}

/** Nothing is cached, heard or predicted. */
function writeUsage({ inputTokens, outputTokens, reasoningTokens }: ReplyUsage): ChatUsage {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: reasoningTokens,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}
