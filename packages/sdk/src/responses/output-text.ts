import { type Fields, jsonFor, objectsIn, textFor, textIn } from "../stream/json-fields.js";
import type { ResponseResource } from "../types.js";

/**
 * Adds `output_text` (R4.9) to a response that came without it: the text parts of all its messages, joined. Adds the lists
 * that callers read of every item too; a response of text alone gets an empty `output`.
 */
export function withOutputText(response: object): ResponseResource {
  const { output, output_text } = response as Fields;
  const items = objectsIn(output).map(fillItem);
  const text = textIn(output_text) ?? items.map(textOfItem).join("");
  // The members that the contract requires, and the text.
  return { ...response, output: items, output_text: text } as unknown as ResponseResource;
}

function fillItem(item: Fields): Fields {
  const { type, content } = item;
  const list = type === "message" ? "content" : "summary";
  if (type === "message" && content != null && !Array.isArray(content)) {
    item.content = [{ type: "output_text", text: content }];
  }
  if (type === "message" || type === "reasoning") {
    const parts = objectsIn(item[list]);
    item[list] = parts;
    for (const part of parts) {
      const name = part.type === "refusal" ? "refusal" : "text";
      if (name in part) part[name] = textFor(part[name]);
    }
  } else if (type === "function_call" && typeof item.arguments !== "string") {
    item.arguments = jsonFor(item.arguments);
  }
  return item;
}

function textOfItem({ type, content }: Fields): string {
  if (type !== "message") return "";
  return objectsIn(content)
    .map((part) => (part.type === "output_text" && textIn(part.text)) || "")
    .join("");
}
