import type { ResponseRequest } from "@model-access/contract";
import type { Conversation, Format } from "../conversation/conversation.js";
import { readReasoning } from "./reasoning.js";
import type { Thread } from "./thread.js";
import { readToolOffer } from "./tools.js";

/** Reads a request of the responses interface, its input already resolved. */
export function readConversation(request: ResponseRequest, thread: Thread): Conversation {
  const { model, instructions, max_output_tokens: maxTokens, text } = request;
  const { webSearch, ...offer } = readToolOffer(request);
  return {
    model,
    turns: thread.turns,
    instructions: [...(instructions == null ? [] : [instructions]), ...thread.instructions].join("\n\n"),
    maxTokens: maxTokens ?? undefined,
    stop: [],
    ...offer,
    format: readFormat(text),
    reasoning: readReasoning(request),
    webSearch,
    sampling: { temperature: request.temperature },
  };
}

function readFormat(text: ResponseRequest["text"]): Format {
  const format = text?.format;
  if (format?.type === "json_object") return { kind: "json" };
  return format?.type === "json_schema" ? { kind: "schema", schema: format.schema } : { kind: "text" };
}
