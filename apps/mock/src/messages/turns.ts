import type { MessageContentBlockParam, MessageParam, MessageToolResultContentBlock } from "@model-access/contract";
import { type Attachment, noAttachments, readAttachment, readPicture } from "../conversation/attachment.js";
import type { Turn } from "../conversation/conversation.js";

type Blocks = MessageContentBlockParam[];

/** Reads one message. The tools' results in a message of the user are turns of their own, before what the user says. */
export function readTurns({ role, content }: MessageParam): Turn[] {
  const blocks = typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
  if (role === "assistant") {
    return [{ ...readContent(blocks), toolCalls: readToolCalls(blocks), toolCallId: undefined, role }];
  }
  const results = readToolResults(blocks);
  const said = blocks.filter(({ type }) => type !== "tool_result");
  if (results.length > 0 && said.length === 0) return results;
  return [...results, { ...readContent(said), toolCalls: [], toolCallId: undefined, role }];
}

function readToolCalls(blocks: Blocks): Turn["toolCalls"] {
  return blocks.flatMap((block) =>
    block.type === "tool_use" ? [{ id: block.id, name: block.name, arguments: JSON.stringify(block.input) }] : [],
  );
}

function readToolResults(blocks: Blocks): Turn[] {
  return blocks.flatMap((block) =>
    block.type === "tool_result"
      ? [{ ...readContent(block.content), toolCalls: [], toolCallId: block.tool_use_id, role: "tool" as const }]
      : [],
  );
}

/** The text of blocks, and the pictures and documents among them. */
interface Content {
  /** The texts of the blocks, one a line. */
  text: string;
  attachments: readonly Attachment[];
}

/**
 * Reads content, whether it is a text or blocks. Thoughts are left out, and so are blocks that the contract does not
 * list.
 */
function readContent(content: string | (MessageContentBlockParam | MessageToolResultContentBlock)[] = ""): Content {
  if (typeof content === "string") return { text: content, attachments: noAttachments };
  return {
    text: content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n"),
    attachments: content.flatMap((block) => attachmentIn(block) ?? []),
  };
}

function attachmentIn(block: MessageContentBlockParam | MessageToolResultContentBlock): Attachment | undefined {
  if (block.type !== "image" && block.type !== "document") return undefined;
  const { source } = block;
  const isUrl = source.type === "url" && "url" in source;
  if (block.type === "image") return readPicture(isUrl ? source.url : "");
  const name = block.title ?? undefined;
  if (isUrl) return readAttachment({ name, url: source.url });
  if (source.type === "text" && "data" in source) {
    return readAttachment({ name, mediaType: source.media_type, text: source.data });
  }
  if (source.type === "base64" && "data" in source) {
    return readAttachment({ name, mediaType: source.media_type, base64: source.data });
  }
  const text = "content" in source ? readContent(source.content).text : undefined;
  return readAttachment({ name, mediaType: "text/plain", text });
}
