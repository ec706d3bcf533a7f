import { parseJson } from "../conversation/json.js";

/** The text that a client has got from the pieces of a stream, in any of the four dialects. */
export function streamedText(chunks: readonly { chunk: string | Uint8Array }[]): string {
  const wire = chunks.map(({ chunk }) => (typeof chunk === "string" ? chunk : Buffer.from(chunk).toString())).join("");
  return wire
    .split("\n")
    .filter((line) => line.startsWith("data:"))
    .map((line) => textOf(line.slice("data:".length)))
    .join("");
}

interface Payload {
  choices?: { delta?: { content?: unknown } }[];
  delta?: unknown;
  text?: unknown;
  type?: unknown;
}

function textOf(data: string): string {
  const { choices, delta, text, type } = (parseJson(data) ?? {}) as Payload;
  if (Array.isArray(choices)) return asText(choices[0]?.delta?.content);
  if (type === "response.output_text.delta") return asText(delta);
  if (type === "content_block_delta") return asText((delta as { text?: unknown } | undefined)?.text);
  return type === undefined ? asText(text) : "";
}

const asText = (value: unknown) => (typeof value === "string" ? value : "");
