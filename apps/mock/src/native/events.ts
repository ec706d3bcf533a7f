import type { ChatCompletionChunk } from "@model-access/contract";
import { writeChunks } from "../chat/chunks.js";
import type { Envelope } from "../chat/envelope.js";
import type { Media } from "../chat/media.js";
import type { Reply } from "../conversation/reply.js";

/** The text of one event of the native protocol. */
export function eventText(event: string, data: object): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** How to treat the answer: always the first event. */
export const metaEvent = eventText("meta", { content_type: "text/markdown", suggested_replies: false });

/** The answer is complete: always the last event. */
export const doneEvent = eventText("done", {});

/** A text, piece by piece. */
export function textEvents({ text }: Reply): string[] {
  return text.map((piece) => eventText("text", { text: piece }));
}

/** A reply to a query with tools: chunks like those of a chat completion. The role comes with the first piece, not before it. */
export function chunkEvents(reply: Reply, envelope: Envelope): string[] {
  return joinOpening(writeChunks(reply, envelope)).map((chunk) => eventText("json", chunk));
}

/** A file, and the text that refers to it. */
export function fileEvents({ kind, url, contentType, name, title }: Media): string[] {
  const mark = name.replace(/\W/g, "");
  return [
    eventText("file", { url, content_type: contentType, name, inline_ref: mark }),
    eventText("text", { text: `${kind === "image" ? "!" : ""}[${title}][${mark}]` }),
  ];
}

function joinOpening(chunks: ChatCompletionChunk[]): ChatCompletionChunk[] {
  const [opening, first, ...others] = chunks;
  const [start] = opening?.choices ?? [];
  const [next] = first?.choices ?? [];
  if (first === undefined || start === undefined || next === undefined || next.finish_reason !== null) return chunks;
  return [{ ...first, choices: [{ ...next, delta: { ...start.delta, ...next.delta } }] }, ...others];
}
