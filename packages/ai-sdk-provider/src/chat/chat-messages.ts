import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { ChatMessage, ChatToolCall } from "@model-access/sdk";
import { createFileURL, readFile, readInputObject, readOwnOptions, readResultText } from "../model/prompt-parts.js";

type UserParts = Extract<LanguageModelV4Prompt[number], { role: "user" }>["content"];
type AssistantParts = Extract<LanguageModelV4Prompt[number], { role: "assistant" }>["content"];

/** Converts the messages of a prompt to chat completions. */
export function createChatMessages(prompt: LanguageModelV4Prompt): ChatMessage[] {
  return prompt.flatMap((message): ChatMessage[] => {
    switch (message.role) {
      case "system":
        return [{ role: "system", content: message.content }];
      case "user":
        return [{ role: "user", content: createUserContent(message.content) }];
      case "assistant":
        return [createAssistantMessage(message.content)];
      default:
        return message.content
          .filter((part) => part.type === "tool-result")
          .map((part) => ({ role: "tool", tool_call_id: part.toolCallId, content: readResultText(part) }));
    }
  });
}

function createUserContent(parts: UserParts): Extract<ChatMessage, { role: "user" }>["content"] {
  const [only] = parts;
  if (parts.length === 1 && only?.type === "text") return only.text;
  return parts.map((part) => {
    if (part.type === "text") return { type: "text", text: part.text };
    const file = readFile(part);
    if (file.text !== undefined) return { type: "text", text: file.text };
    const url = createFileURL(file);
    if (file.isImage) return { type: "image_url", image_url: { url } };
    return { type: "file", file: { filename: file.filename ?? "file", file_data: url } };
  });
}

function createAssistantMessage(parts: AssistantParts): ChatMessage {
  let text = "";
  let reasoning = "";
  const calls: ChatToolCall[] = [];
  for (const part of parts) {
    if (part.type === "text") text += part.text;
    else if (part.type === "reasoning") reasoning += part.text;
    else if (part.type === "tool-call") {
      const { extra_content } = readOwnOptions(part);
      calls.push({
        type: "function",
        id: part.toolCallId,
        function: { name: part.toolName, arguments: JSON.stringify(readInputObject(part.input)) },
        // What came with the call goes back with it; some models need it to go on.
        ...(extra_content === undefined ? {} : { extra_content: extra_content as ChatToolCall["extra_content"] }),
      } as ChatToolCall);
    }
  }
  return {
    role: "assistant",
    content: text === "" && calls.length > 0 ? null : text,
    ...(reasoning === "" ? {} : { reasoning_content: reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}
