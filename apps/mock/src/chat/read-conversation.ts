import type { ChatCompletionRequest, ChatMessage, ChatMessageContent } from "@model-access/contract";
import { type Attachment, noAttachments, readAttachment, readPicture } from "../conversation/attachment.js";
import type { Conversation, Format, Turn } from "../conversation/conversation.js";
import { Refusal } from "../refusal.js";
import { readToolOffer } from "./tools.js";

/** Reads a chat completion request. Custom parameters and `reasoning_effort` have no effect (R1.9). */
export function readConversation(request: ChatCompletionRequest): Conversation {
  const { model } = request;
  const messages = request.messages.map(checkRole);
  return {
    model,
    turns: messages.map(readTurn).filter((turn) => turn !== undefined),
    instructions: messages.filter(isInstruction).map(instructionOf).join("\n\n"),
    maxTokens: request.max_completion_tokens ?? request.max_tokens ?? undefined,
    stop: readStop(request.stop),
    ...readToolOffer(request),
    mayCallInParallel: request.parallel_tool_calls !== false,
    format: readFormat(request.response_format),
    reasoning: undefined,
    webSearch: false,
    sampling: { seed: request.seed, temperature: request.temperature },
  };
}

/** The sequences that end a reply; those of nothing but white space have no effect. */
export function readStop(stop: string | string[] | null | undefined): string[] {
  return [stop ?? []].flat().filter((sequence) => sequence.trim() !== "");
}

const roles = ["system", "developer", "user", "assistant", "tool", "function"];

/** The specification has any string for a role (R2.5); the interface that it is compatible with has these. */
function checkRole(message: ChatCompletionRequest["messages"][number], index: number): ChatMessage {
  if (roles.includes(message.role)) return message as ChatMessage;
  const listed = roles.map((role) => `'${role}'`).join(", ");
  throw new Refusal("invalid_parameter", `'messages[${index}].role' has to be one of ${listed}.`);
}

const isInstruction = ({ role }: ChatMessage) => role === "system" || role === "developer";

const instructionOf = ({ content }: ChatMessage) => readContent(content).text;

function readTurn(message: ChatMessage): Turn | undefined {
  const content = readContent(message.content);
  const turn = { ...content, toolCalls: [], toolCallId: undefined };
  switch (message.role) {
    case "user":
      return { ...turn, role: "user" };
    case "assistant":
      return { ...turn, role: "assistant", toolCalls: readToolCalls(message.tool_calls) };
    case "tool":
      return { ...turn, role: "tool", toolCallId: message.tool_call_id };
    case "function":
      return { ...turn, role: "tool" };
    default:
      return undefined;
  }
}

type ToolCalls = Extract<ChatMessage, { role: "assistant" }>["tool_calls"];

function readToolCalls(toolCalls: ToolCalls): Turn["toolCalls"] {
  return (toolCalls ?? [])
    .filter(({ type }) => type === "function")
    .map(({ id, function: { name, arguments: text } }) => ({ id, name, arguments: text }));
}

function readFormat(format: ChatCompletionRequest["response_format"]): Format {
  if (format?.type === "json_object") return { kind: "json" };
  if (format?.type !== "json_schema") return { kind: "text" };
  const { schema } = format.json_schema;
  return schema === undefined ? { kind: "json" } : { kind: "schema", schema };
}

/** The text of a message, and the pictures and files with it. */
interface Content {
  /** The texts of the parts, one a line. */
  text: string;
  attachments: readonly Attachment[];
}

/**
 * Reads the content of a message, whether it is a text or parts. Sounds are left out, as the service does; so are parts
 * that it does not know.
 */
function readContent(content: ChatMessageContent | null | undefined): Content {
  if (content == null) return { text: "", attachments: noAttachments };
  if (typeof content === "string") return { text: content, attachments: noAttachments };
  const texts: string[] = [];
  const attachments: Attachment[] = [];
  for (const part of content) {
    if (part.type === "text") texts.push(part.text);
    if (part.type === "refusal") texts.push(part.refusal);
    if (part.type === "image_url") attachments.push(readPicture(part.image_url.url));
    if (part.type === "file")
      attachments.push(readAttachment({ name: part.file.filename, base64: part.file.file_data }));
  }
  return { text: texts.join("\n"), attachments };
}
