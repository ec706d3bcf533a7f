import type { MessageContentBlockParam, MessageParam, MessageRequest, Model } from "@model-access/contract";
import type { Conversation, ReasoningRequest, Turn } from "../conversation/conversation.js";
import { readTurn } from "../conversation/read-content.js";
import { readFormat, readStop, readToolOffer } from "../conversation/read-tools.js";
import { Refusal } from "../refusal.js";

export function readConversation(request: MessageRequest, model: Model | undefined): Conversation {
  const { system = "" } = request;
  return {
    model: request.model,
    turns: request.messages.flatMap(readMessage),
    instructions: typeof system === "string" ? system : system.map(({ text }) => text).join("\n\n"),
    maxTokens: request.max_tokens,
    stop: readStop(request.stop_sequences),
    ...readToolOffer(request).offer,
    format: readFormat(request.output_config?.format),
    reasoning: readThinking(request, model),
    webSearch: false,
    sampling: { temperature: request.temperature },
  };
}

/** Reads one message. The tools' results in a message of the user are turns of their own, before what the user says. */
function readMessage({ role, content }: MessageParam): Turn[] {
  const blocks = typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
  if (role === "assistant") return [readTurn(role, blocks, { toolCalls: readToolCalls(blocks) })];
  const results = blocks.flatMap((block) =>
    block.type === "tool_result" ? [readTurn("tool", block.content, { toolCallId: block.tool_use_id })] : [],
  );
  const said = blocks.filter(({ type }) => type !== "tool_result");
  return results.length > 0 && said.length === 0 ? results : [...results, readTurn(role, said)];
}

function readToolCalls(blocks: MessageContentBlockParam[]): Turn["toolCalls"] {
  return blocks.flatMap((block) =>
    block.type === "tool_use" ? [{ id: block.id, name: block.name, arguments: JSON.stringify(block.input) }] : [],
  );
}

/**
 * Reads `thinking`; refuses it for a model that can't. Whether thoughts are left out is decided where the reply is
 * written.
 */
function readThinking(
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
