import type { LanguageModelV4Prompt, SharedV4ProviderOptions, SharedV4Warning } from "@ai-sdk/provider";
import type { MessageParam } from "@model-access/sdk";
import { readFile, readInputObject, readOwnOptions, readResultText } from "../model/prompt-parts.js";

type Message = LanguageModelV4Prompt[number];
type PartOf<Role> = Extract<Message, { role: Role; content: object[] }>["content"][number];
type Block = Exclude<MessageParam["content"], string>[number];

/** Returns the messages of a prompt. Tool results are the user's; all content of one turn is one message. */
export function createMessageParams(prompt: LanguageModelV4Prompt, warnings: SharedV4Warning[]) {
  const system: { type: "text"; text: string }[] = [];
  const messages: { role: "user" | "assistant"; content: Block[] }[] = [];
  for (const message of prompt) {
    if (message.role === "system") {
      system.push({ type: "text", text: message.content, ...readCacheControl(message) });
      continue;
    }
    const role = message.role === "assistant" ? "assistant" : "user";
    const blocks = (message.content as PartOf<string>[]).flatMap((part) => createBlocks(part, warnings));
    // What is said of a message holds for all that comes before its end.
    const last = blocks.at(-1);
    if (last !== undefined) Object.assign(last, readCacheControl(message));
    const open = messages.at(-1);
    if (open?.role === role) open.content.push(...blocks);
    else messages.push({ role, content: blocks });
  }
  // Upstream refuses the beginning of a reply that ends with white space.
  const last = messages.at(-1);
  const end = last?.content.at(-1);
  if (last?.role === "assistant" && end?.type === "text") end.text = end.text.trimEnd();
  return { system: system.length === 0 ? undefined : system, messages };
}

function createBlocks(part: PartOf<string>, warnings: SharedV4Warning[]): Block[] {
  switch (part.type) {
    case "text":
      return [{ type: "text", text: part.text, ...readCacheControl(part) }];
    case "file":
      return [{ ...createFileBlock(part), ...readCacheControl(part) }];
    case "reasoning": {
      const { signature, redactedData } = readOwnOptions(part);
      if (typeof redactedData === "string") return [{ type: "redacted_thinking", data: redactedData }];
      if (typeof signature === "string") return [{ type: "thinking", thinking: part.text, signature }];
      warnings.push({ type: "other", message: "Reasoning without a signature of this interface is left out." });
      return [];
    }
    case "tool-call": {
      const input = readInputObject(part.input);
      return [{ type: "tool_use", id: part.toolCallId, name: part.toolName, input, ...readCacheControl(part) }];
    }
    case "tool-result":
      return [createResultBlock(part)];
    default:
      return [];
  }
}

function createFileBlock(part: Parameters<typeof readFile>[0]): Extract<Block, { type: "image" | "document" }> {
  const file = readFile(part);
  const source = createSource(file);
  if (file.isImage && source.type !== "text") return { type: "image", source };
  return { type: "document", source, ...(file.filename === undefined ? {} : { title: file.filename }) };
}

function createSource(file: ReturnType<typeof readFile>) {
  if (file.url !== undefined) return { type: "url", url: file.url } as const;
  if (file.text !== undefined) return { type: "text", media_type: "text/plain", data: file.text } as const;
  const { mediaType, base64 } = file;
  if (mediaType !== "text/plain") return { type: "base64", media_type: mediaType, data: base64 } as const;
  // Upstream takes plain text as text alone.
  const data = new TextDecoder().decode(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)));
  return { type: "text", media_type: mediaType, data } as const;
}

function createResultBlock(part: Extract<PartOf<"tool">, { type: "tool-result" }>): Block {
  const { output, toolCallId } = part;
  const content =
    output.type !== "content"
      ? readResultText(part)
      : output.value.flatMap((piece) =>
          piece.type === "text"
            ? [{ type: "text" as const, text: piece.text }]
            : piece.type === "file"
              ? [createFileBlock(piece) as never] // a document of content blocks is none of a file's
              : [],
        );
  const isError = output.type.startsWith("error") || output.type === "execution-denied";
  return {
    type: "tool_result",
    tool_use_id: toolCallId,
    content,
    ...(isError ? { is_error: true } : {}),
    ...readCacheControl(part),
  };
}

function readCacheControl(part: { providerOptions?: SharedV4ProviderOptions | undefined }): object {
  const { cache_control } = readOwnOptions(part);
  return cache_control === undefined ? {} : { cache_control };
}
