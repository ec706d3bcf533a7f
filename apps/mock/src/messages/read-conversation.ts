import type { MessageRequest, Model } from "@model-access/contract";
import type { Conversation, Format } from "../conversation/conversation.js";
import { readThinking } from "./thinking.js";
import { readToolOffer } from "./tools.js";
import { readTurns } from "./turns.js";

/** Reads a request of the messages interface. `model` is what the catalogue knows of the one it names. */
export function readConversation(request: MessageRequest, model: Model | undefined): Conversation {
  return {
    model: request.model,
    turns: request.messages.flatMap(readTurns),
    instructions: readSystem(request.system),
    maxTokens: request.max_tokens,
    stop: (request.stop_sequences ?? []).filter((sequence) => sequence.trim() !== ""),
    ...readToolOffer(request),
    format: readFormat(request.output_config),
    reasoning: readThinking(request, model),
    webSearch: false,
    sampling: { temperature: request.temperature },
  };
}

function readSystem(system: MessageRequest["system"] = ""): string {
  return typeof system === "string" ? system : system.map(({ text }) => text).join("\n\n");
}

function readFormat(config: MessageRequest["output_config"]): Format {
  const format = config?.format;
  return format?.type === "json_schema" ? { kind: "schema", schema: format.schema } : { kind: "text" };
}
