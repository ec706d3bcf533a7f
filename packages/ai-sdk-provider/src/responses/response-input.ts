import type { LanguageModelV4Prompt, SharedV4Warning } from "@ai-sdk/provider";
import type { ResponseRequest } from "@model-access/sdk";
import { createFileURL, readFile, readInputObject, readOwnOptions, readResultText } from "../model/prompt-parts.js";

type Item = Exclude<ResponseRequest["input"], string>[number];
type Message = LanguageModelV4Prompt[number];
type AssistantPart = Extract<Message, { role: "assistant" }>["content"][number];
type UserPart = Extract<Message, { role: "user" }>["content"][number];

/** Returns the input items of a prompt. */
export function createInputItems(prompt: LanguageModelV4Prompt, warnings: SharedV4Warning[]): Item[] {
  return prompt.flatMap((message): Item[] => {
    switch (message.role) {
      case "system":
        return [{ type: "message", role: "system", content: message.content }];
      case "user":
        return [{ type: "message", role: "user", content: message.content.map(createInputPart) }];
      case "assistant":
        return message.content.flatMap((part) => createAssistantItems(part, warnings));
      default:
        return message.content
          .filter((part) => part.type === "tool-result")
          .map((part) => ({ type: "function_call_output", call_id: part.toolCallId, output: createResult(part) }));
    }
  });
}

function createInputPart(part: UserPart) {
  if (part.type === "text") return { type: "input_text", text: part.text } as const;
  const file = readFile(part);
  if (file.text !== undefined) return { type: "input_text", text: file.text } as const;
  const url = createFileURL(file);
  if (file.isImage) return { type: "input_image", image_url: url } as const;
  if (file.url !== undefined) return { type: "input_file", file_url: url } as const;
  return { type: "input_file", filename: file.filename ?? "file", file_data: url } as const;
}

function createResult(part: Parameters<typeof readResultText>[0]) {
  const { output } = part;
  if (output.type !== "content" || output.value.every(({ type }) => type === "text")) return readResultText(part);
  return output.value.filter((piece) => piece.type !== "custom").map(createInputPart);
}

function createAssistantItems(part: AssistantPart, warnings: SharedV4Warning[]): Item[] {
  switch (part.type) {
    case "text":
      return [{ type: "message", role: "assistant", content: [{ type: "output_text", text: part.text }] }];
    case "tool-call": {
      const { toolCallId: call_id, toolName: name, input } = part;
      return [{ type: "function_call", call_id, name, arguments: JSON.stringify(readInputObject(input)) }];
    }
    case "reasoning": {
      const { itemId, encryptedContent } = readOwnOptions(part);
      if (typeof encryptedContent !== "string") {
        // Nothing is kept of it there, so that its id says nothing.
        warnings.push({ type: "other", message: "Reasoning without encrypted content is left out." });
        return [];
      }
      return [
        {
          type: "reasoning",
          ...(typeof itemId === "string" ? { id: itemId } : {}),
          summary: part.text === "" ? [] : [{ type: "summary_text", text: part.text }],
          encrypted_content: encryptedContent,
        },
      ];
    }
    default:
      return [];
  }
}
