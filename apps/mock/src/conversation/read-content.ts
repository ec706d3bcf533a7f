import type {
  ChatMessageContent,
  MessageContentBlockParam,
  MessageToolResultContentBlock,
  ResponseContentPart,
  ResponseInputContentPart,
} from "@model-access/contract";
import { type Attachment, noAttachments, readAttachment, readPicture } from "./attachment.js";
import type { Turn } from "./conversation.js";

type Part =
  | Exclude<ChatMessageContent, string>[number]
  | MessageContentBlockParam
  | MessageToolResultContentBlock
  | ResponseInputContentPart
  | ResponseContentPart;

/** The text of a message, its parts one a line, and the pictures and files with it. */
type Content = Pick<Turn, "text" | "attachments">;

/**
 * Reads the content of a message, be it a text or parts. Sounds, thoughts and parts that the contract doesn't list are
 * left out.
 */
export function readContent(content: string | readonly Part[] | null | undefined): Content {
  if (content == null || typeof content === "string") return { text: content ?? "", attachments: noAttachments };
  const attachments = content.flatMap((part) => attachmentIn(part) ?? []);
  return { text: content.flatMap((part) => textIn(part) ?? []).join("\n"), attachments };
}

/** The turn of what somebody says; calls and the call that it answers are added where there are some. */
export function readTurn(
  role: Turn["role"],
  content: Parameters<typeof readContent>[0],
  { toolCalls = [], toolCallId }: Partial<Pick<Turn, "toolCalls" | "toolCallId">> = {},
): Turn {
  return { ...readContent(content), toolCalls, toolCallId, role };
}

function textIn(part: Part): string | undefined {
  if (part.type === "text" || part.type === "input_text" || part.type === "output_text") return part.text;
  return part.type === "refusal" ? part.refusal : undefined;
}

function attachmentIn(part: Part): Attachment | undefined {
  switch (part.type) {
    case "image_url":
      return readPicture(part.image_url.url);
    case "input_image":
      return readPicture(part.image_url ?? "");
    case "file":
      return readAttachment({ name: part.file.filename, base64: part.file.file_data });
    case "input_file":
      return readAttachment({ name: part.filename, base64: part.file_data, url: part.file_url });
    case "image":
      return readPicture("url" in part.source ? part.source.url : "");
    case "document":
      return readDocument(part);
    default:
      return undefined;
  }
}

function readDocument({ source, title }: Extract<Part, { type: "document" }>): Attachment {
  const name = title ?? undefined;
  if ("url" in source) return readAttachment({ name, url: source.url });
  if ("content" in source) {
    return readAttachment({ name, mediaType: "text/plain", text: readContent(source.content).text });
  }
  if (!("data" in source)) return readAttachment({ name, mediaType: "text/plain" });
  const { media_type: mediaType, data } = source;
  return readAttachment({ name, mediaType, ...(source.type === "text" ? { text: data } : { base64: data }) });
}
