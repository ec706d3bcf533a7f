import type { ResponseReasoning, ResponseRequest } from "@model-access/contract";
import type { Conversation, ReasoningRequest } from "../conversation/conversation.js";
import { readFormat, readToolOffer } from "../conversation/read-tools.js";
import type { Thread } from "./thread.js";

/** Reads a request of the responses interface, its input already resolved. */
export function readConversation(request: ResponseRequest, thread: Thread): Conversation {
  const { model, instructions, max_output_tokens: maxTokens, text } = request;
  const { offer, hosted } = readToolOffer(request);
  return {
    model,
    turns: thread.turns,
    instructions: [...(instructions == null ? [] : [instructions]), ...thread.instructions].join("\n\n"),
    maxTokens: maxTokens ?? undefined,
    stop: [],
    ...offer,
    format: readFormat(text?.format),
    reasoning: readReasoning(request),
    webSearch: offer.toolChoice.kind !== "none" && hosted.some((type) => /^web_search(?:_preview)?$/.test(type)),
    sampling: { temperature: request.temperature },
  };
}

/** The reasoning that takes effect: medium where a request says no level, the most detailed summary for `auto`. */
export function reasoningOf({ reasoning }: ResponseRequest): ResponseReasoning {
  if (reasoning == null) return { effort: "none", summary: null };
  const { effort, summary } = reasoning;
  return { effort: effort ?? "medium", summary: summary === "auto" ? "detailed" : (summary ?? null) };
}

function readReasoning(request: ResponseRequest): ReasoningRequest | undefined {
  const { effort, summary } = reasoningOf(request);
  if (effort === null || effort === "none") return undefined;
  return { effort, summary: summary ?? undefined, budgetTokens: undefined };
}
