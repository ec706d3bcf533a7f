import type { ChatUsage } from "@model-access/contract";
import type { ReplyUsage } from "../conversation/reply.js";

/** The tokens of a reply as chat completions tell them. Nothing is cached, heard or predicted. */
export function writeUsage({ inputTokens, outputTokens, reasoningTokens }: ReplyUsage): ChatUsage {
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
