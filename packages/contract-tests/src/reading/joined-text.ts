import { valueAt } from "@model-access/contract";
import type { DialectName } from "../dialects.js";

export function joinedText(payloads: unknown[], dialect: DialectName): string {
  return textPieces(payloads, dialect).join("");
}

export const textPieces = (payloads: unknown[], dialect: DialectName): string[] =>
  payloads.map((payload) => pieceIn(payload, dialect)).filter((piece) => piece !== "");

export function plainText(body: unknown, dialect: DialectName): string {
  if (dialect === "chat") return textAt(body, "/choices/0/message/content");
  if (dialect === "messages")
    return listAt(body, "/content")
      .map((block) => textAt(block, "/text"))
      .join("");
  return messageText(body) ?? textAt(body, "/output_text");
}

/** The text of a response's messages; undefined if it has none. */
export function messageText(response: unknown): string | undefined {
  const messages = listAt(response, "/output").filter((item) => valueAt(item, "/type") === "message");
  if (messages.length === 0) return undefined;
  const parts = messages.flatMap((item) => listAt(item, "/content"));
  return parts.map((part) => (valueAt(part, "/type") === "output_text" ? textAt(part, "/text") : "")).join("");
}

/** A text without what a model that was told to say one word varies: letter case, white space and a full stop at its ends. */
export function plainly(text: string): string {
  return text
    .trim()
    .replace(/[.!]+$/, "")
    .toLowerCase();
}

function pieceIn(payload: unknown, dialect: DialectName): string {
  if (dialect === "chat") return textAt(payload, "/choices/0/delta/content");
  // A client adds the pieces of a block to the text that it starts with.
  if (valueAt(payload, "/type") === "content_block_start") return textAt(payload, "/content_block/text");
  if (dialect === "messages")
    return valueAt(payload, "/delta/type") === "text_delta" ? textAt(payload, "/delta/text") : "";
  return valueAt(payload, "/type") === "response.output_text.delta" ? textAt(payload, "/delta") : "";
}

function textAt(value: unknown, pointer: string): string {
  const text = valueAt(value, pointer);
  return typeof text === "string" ? text : "";
}

export function listAt(value: unknown, pointer: string): unknown[] {
  const list = valueAt(value, pointer);
  return Array.isArray(list) ? list : [];
}
