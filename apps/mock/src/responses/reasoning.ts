import type { ResponseReasoning, ResponseRequest } from "@model-access/contract";
import type { ReasoningRequest } from "../conversation/conversation.js";

/** The reasoning that takes effect: medium where a request says no level, the most detailed summary for `auto`. */
export function reasoningOf({ reasoning }: ResponseRequest): ResponseReasoning {
  if (reasoning == null) return { effort: "none", summary: null };
  const { effort, summary } = reasoning;
  return { effort: effort ?? "medium", summary: summary === "auto" ? "detailed" : (summary ?? null) };
}

/** The same as the conversation has it. */
export function readReasoning(request: ResponseRequest): ReasoningRequest | undefined {
  const { effort, summary } = reasoningOf(request);
  if (effort === null || effort === "none") return undefined;
  return { effort, summary: summary ?? undefined, budgetTokens: undefined };
}
