import { isFields, textIn } from "../stream/json-fields.js";
import type { ResponseResource } from "../types.js";

/**
 * Adds `output_text` (R4.9) to a response that came without it: the text parts of all its messages, joined. A response
 * of text alone gets an empty `output`.
 */
export function withOutputText(response: object): ResponseResource {
  const { output, output_text } = response as { output?: unknown; output_text?: unknown };
  const text = typeof output_text === "string" ? output_text : joinedText(output);
  const items = Array.isArray(output) ? output : [];
  // The members that the contract requires, and the text.
  return { ...response, output: items, output_text: text } as unknown as ResponseResource;
}

function joinedText(output: unknown): string {
  const parts = itemsOf(output).flatMap(({ type, content }) => (type === "message" ? itemsOf(content) : []));
  return parts.map(({ type, text }) => (type === "output_text" && textIn(text)) || "").join("");
}

function itemsOf(list: unknown) {
  return Array.isArray(list) ? list.filter(isFields) : [];
}
