import type { ChatCompletionRequest, ChatMessage } from "@model-access/contract";
import type { Conversation, Turn } from "../conversation/conversation.js";
import { readContent, readTurn } from "../conversation/read-content.js";
import { readFormat, readStop, readToolOffer } from "../conversation/read-tools.js";
import { Refusal } from "../refusal.js";

/** Reads a chat completion request. Custom parameters and `reasoning_effort` have no effect (R1.9). */
export function readConversation(request: ChatCompletionRequest): Conversation {
  const messages = request.messages.map(checkRole);
  return {
    model: request.model,
    turns: messages.flatMap(readMessage),
    instructions: messages
      .filter(({ role }) => role === "system" || role === "developer")
      .map(({ content }) => readContent(content).text)
      .join("\n\n"),
    maxTokens: request.max_completion_tokens ?? request.max_tokens ?? undefined,
    stop: readStop(request.stop),
    ...readToolOffer(request).offer,
    format: readFormat(request.response_format),
    reasoning: undefined,
    webSearch: false,
    sampling: { seed: request.seed, temperature: request.temperature },
  };
}

const roles = ["system", "developer", "user", "assistant", "tool", "function"];

/** The specification has any string for a role (R2.5); the interface that it is compatible with has these. */
function checkRole(message: ChatCompletionRequest["messages"][number], index: number): ChatMessage {
  if (roles.includes(message.role)) return message as ChatMessage;
  const listed = roles.map((role) => `'${role}'`).join(", ");
  throw new Refusal("invalid_parameter", `'messages[${index}].role' has to be one of ${listed}.`);
}

function readMessage(message: ChatMessage): Turn[] {
  switch (message.role) {
    case "user":
      return [readTurn("user", message.content)];
    case "assistant":
      return [readTurn("assistant", message.content, { toolCalls: readToolCalls(message.tool_calls) })];
    case "tool":
      return [readTurn("tool", message.content, { toolCallId: message.tool_call_id })];
    case "function":
      return [readTurn("tool", message.content)];
    default:
      return [];
  }
}

type ToolCalls = Extract<ChatMessage, { role: "assistant" }>["tool_calls"];

function readToolCalls(toolCalls: ToolCalls): Turn["toolCalls"] {
  return (toolCalls ?? [])
    .filter(({ type }) => type === "function")
    .map(({ id, function: { name, arguments: text } }) => ({ id, name, arguments: text }));
}
