import type { MessageContentBlockParam, MessageToolResultContentBlock } from "@model-access/contract";

/** What blocks say, and how many pictures and documents are among them. */
export interface Content {
  /** The texts of the blocks, one a line. */
  text: string;
  attachments: number;
}

/** Reads content, whether it is a text or blocks. Thoughts are left out, and so are blocks that the contract does not list. */
export function readContent(
  content: string | (MessageContentBlockParam | MessageToolResultContentBlock)[] = "",
): Content {
  if (typeof content === "string") return { text: content, attachments: 0 };
  return {
    text: content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n"),
    attachments: content.filter(({ type }) => type === "image" || type === "document").length,
  };
}
