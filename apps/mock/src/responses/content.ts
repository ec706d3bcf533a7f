import type { ResponseContentPart, ResponseInputContentPart } from "@model-access/contract";

/** What parts say, and how many pictures and files are among them. */
export interface Content {
  /** The texts of the parts, one a line. */
  text: string;
  attachments: number;
}

/** Reads content, whether it is a text or parts. Parts that the contract does not list are left out. */
export function readContent(content: string | (ResponseInputContentPart | ResponseContentPart)[]): Content {
  if (typeof content === "string") return { text: content, attachments: 0 };
  return {
    text: content.flatMap((part) => textOf(part) ?? []).join("\n"),
    attachments: content.filter(({ type }) => type === "input_image" || type === "input_file").length,
  };
}

function textOf(part: ResponseInputContentPart | ResponseContentPart): string | undefined {
  if (part.type === "input_text" || part.type === "output_text") return part.text;
  return part.type === "refusal" ? part.refusal : undefined;
}
