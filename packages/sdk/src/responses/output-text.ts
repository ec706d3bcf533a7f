import { isFields, textIn } from "../stream/json-fields.js";
import type { ResponseResource } from "../types.js";

/** Adds `output_text` to a response: the text parts of all its messages, joined. */
export function withOutputText(response: object): ResponseResource {
  const { output } = response as { output?: unknown };
  const texts = itemsOf(output).flatMap(({ type, content }) =>
    type === "message" ? itemsOf(content).map((part) => (part.type === "output_text" && textIn(part.text)) || "") : [],
  );
  // What the contract says of a response, and the text.
  return { ...response, output_text: texts.join("") } as ResponseResource;
}

function itemsOf(list: unknown) {
  return Array.isArray(list) ? list.filter(isFields) : [];
}
