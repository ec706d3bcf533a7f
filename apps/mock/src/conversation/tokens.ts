import type { Conversation } from "./conversation.js";

const tokensPerTurn = 3;
const tokensPerAttachment = 256;

/** Cuts a text into its tokens: a word, or eight characters of a longer one, with the white space before it. Joined they are the text. */
export function tokensOf(text: string): string[] {
  return text.match(/\s*\S{1,8}|\s+$/gu) ?? [];
}

/** What a conversation counts, everything that is sent along included. */
export function countInput({ turns, instructions, tools }: Conversation): number {
  const texts = [instructions, ...tools.map((tool) => JSON.stringify(tool))];
  let count = texts.reduce((sum, text) => sum + tokensOf(text).length, 0);
  for (const { text, attachments, toolCalls } of turns) {
    count += tokensPerTurn + tokensOf(text).length + attachments * tokensPerAttachment;
    for (const call of toolCalls) count += tokensOf(`${call.name} ${call.arguments}`).length;
  }
  return count;
}
