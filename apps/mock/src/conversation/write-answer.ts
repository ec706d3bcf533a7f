import type { Answer } from "../call.js";
import type { Reply } from "./reply.js";
import { tokensOf } from "./tokens.js";

export type Cut = (text: string) => readonly string[];

/** Cuts the texts of a reply into its own pieces, and others into their tokens. */
export function cutOf({ reasoning, text, toolCalls }: Reply): Cut {
  const texts = [reasoning, text, ...toolCalls.map((call) => call.arguments)];
  const own = new Map(texts.map((pieces) => [pieces.join(""), pieces]));
  return (whole) => own.get(whole) ?? tokensOf(whole);
}

export function answerStream(body: Answer["body"]) {
  return { status: 200, headers: { "content-type": "text/event-stream" }, body } satisfies Answer;
}

export const eventText = (event: string, data: object) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
