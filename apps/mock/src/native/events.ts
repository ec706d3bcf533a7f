import type { ChatCompletionChunk } from "@model-access/contract";
import { eachChunk } from "../chat/chunks.js";
import { writeCompletion } from "../chat/completion.js";
import type { Envelope } from "../chat/envelope.js";
import type { Media } from "../chat/media.js";
import type { Reply } from "../conversation/reply.js";
import { cutOf } from "../conversation/write-answer.js";

export interface BotEvent {
  event: string;
  data: object;
}

/** The way to treat the answer: always the first event. */
export const metaEvent: BotEvent = {
  event: "meta",
  data: { content_type: "text/markdown", suggested_replies: false },
};

/** The answer is complete: always the last event. */
export const doneEvent: BotEvent = { event: "done", data: {} };

export const textEvent = (text: string): BotEvent => ({ event: "text", data: { text } });

/**
 * A reply to a query with tools: chunks like those of a chat completion. The role comes with the first piece, not
 * before it.
 */
export function chunkEvents(reply: Reply, envelope: Envelope): BotEvent[] {
  const chunks = [...eachChunk(writeCompletion(reply, envelope), { cut: cutOf(reply) })];
  return joinOpening(chunks).map((data) => ({ event: "json", data }));
}

/** A file, and the text that refers to it. */
export function fileEvents({ kind, url, contentType, name, title }: Media): BotEvent[] {
  const mark = name.replace(/\W/g, "");
  return [
    { event: "file", data: { url, content_type: contentType, name, inline_ref: mark } },
    textEvent(`${kind === "image" ? "!" : ""}[${title}][${mark}]`),
  ];
}

function joinOpening(chunks: ChatCompletionChunk[]): ChatCompletionChunk[] {
  const [opening, first, ...others] = chunks;
  const [start] = opening?.choices ?? [];
  const [next] = first?.choices ?? [];
  if (first === undefined || start === undefined || next === undefined || next.finish_reason !== null) return chunks;
  return [{ ...first, choices: [{ ...next, delta: { ...start.delta, ...next.delta } }] }, ...others];
}
