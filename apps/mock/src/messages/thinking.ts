import type { MessageRequest, Model } from "@model-access/contract";
import type { ReasoningRequest } from "../conversation/conversation.js";
import { Refusal } from "../refusal.js";

/**
 * Reads `thinking`; refuses it for a model that can't. Whether thoughts are left out is decided where the reply is
 * written.
 */
export function readThinking(
  { thinking, output_config: config }: MessageRequest,
  model: Model | undefined,
): ReasoningRequest | undefined {
  if (thinking?.type !== "enabled" && thinking?.type !== "adaptive") return undefined;
  if (model?.reasoning === null) {
    throw new Refusal("invalid_parameter", `'thinking' can't be ${thinking.type}: this model does not think.`);
  }
  return {
    effort: config?.effort ?? "high", // the provider's own default
    summary: "detailed",
    budgetTokens: thinking.type === "enabled" ? thinking.budget_tokens : undefined,
  };
}

/** True where the reply shows the thoughts. */
export function showsThoughts({ thinking }: MessageRequest): boolean {
  return !(thinking !== undefined && "display" in thinking && thinking.display === "omitted");
}
