import type { ChatMessageContent } from "@model-access/contract";

/** What a message says, and how many pictures and files come with it. */
export interface Content {
  /** The texts of the parts, one a line. */
  text: string;
  attachments: number;
}

/** Reads the content of a message, whether it is a text or parts. Sounds are left out, as the service does; so are parts that it does not know. */
export function readContent(content: ChatMessageContent | null | undefined): Content {
  if (content == null) return { text: "", attachments: 0 };
  if (typeof content === "string") return { text: content, attachments: 0 };
  const texts: string[] = [];
  let attachments = 0;
  for (const part of content) {
    if (part.type === "text") texts.push(part.text);
    if (part.type === "refusal") texts.push(part.refusal);
    if (part.type === "image_url" || part.type === "file") attachments += 1;
  }
  return { text: texts.join("\n"), attachments };
}
