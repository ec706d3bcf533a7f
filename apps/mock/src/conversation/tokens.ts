import type { Conversation } from "./conversation.js";

/** Characters of scripts without spaces between words: Chinese, Japanese, and Korean with them. */
const eastAsian = "\\u3040-\\u30ff\\u3400-\\u9fff\\uac00-\\ud7af";
const token = new RegExp(`\\s*(?:[${eastAsian}]{1,2}|[^\\s${eastAsian}]{1,8})|\\s+$`, "gu");
const tokensPerTurn = 3;
const tokensPerAttachment = 256;

/** Cuts a text into its tokens: a word, eight characters of a longer one or two of an East Asian script, with the white space before it. Joined they are the text. */
export function tokensOf(text: string): string[] {
  return text.match(token) ?? [];
}

/** How many tokens a text has. */
export function countTokens(text: string): number {
  let count = 0;
  while (token.test(text)) count += 1;
  return count;
}

/** What a conversation counts, everything that is sent along included. */
export function countInput({ turns, instructions, tools }: Conversation): number {
  const texts = [instructions, ...tools.map((tool) => JSON.stringify(tool))];
  let count = texts.reduce((sum, text) => sum + countTokens(text), 0);
  for (const { text, attachments, toolCalls } of turns) {
    count += tokensPerTurn + countTokens(text) + attachments * tokensPerAttachment;
    for (const call of toolCalls) count += countTokens(`${call.name} ${call.arguments}`);
  }
  return count;
}
