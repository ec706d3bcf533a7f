import type { Conversation } from "./conversation.js";
import { readInTurns } from "./long-text.js";

/** Characters of scripts without spaces between words: Chinese, Japanese, and Korean with them. */
const eastAsian = "\\u3040-\\u30ff\\u3400-\\u9fff\\uac00-\\ud7af";
const token = new RegExp(`\\s*(?:[${eastAsian}]{1,2}|[^\\s${eastAsian}]{1,8})|\\s+$`, "gu");
const tokensPerTurn = 3;
const tokensPerAttachment = 256;

/**
 * Cuts a text into its tokens: a word, eight characters of a longer one or two of an East Asian script, with the white
 * space before it. Joined they are the text.
 */
export function tokensOf(text: string): string[] {
  return text.match(token) ?? [];
}

const longest = 8;
const longestEastAsian = 2;

/** Counts the tokens of a text. A loop over its characters takes a tenth of the time of the expression above. */
export function countTokens(text: string): number {
  let count = 0;
  /** Characters of the token that is being read; 0 between tokens. */
  let length = 0;
  let isOfEast = false;
  let before = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    const isSecondHalf = (before & 0xfc00) === 0xd800 && (unit & 0xfc00) === 0xdc00;
    before = unit;
    if (isSecondHalf) continue;
    if (isSpace(unit)) {
      length = 0;
      continue;
    }
    const isEast = isEastAsian(unit);
    if (length === 0 || isEast !== isOfEast) {
      count += 1;
      length = 0;
      isOfEast = isEast;
    }
    length = length === (isEast ? longestEastAsian : longest) - 1 ? 0 : length + 1;
  }
  return text !== "" && isSpace(before) ? count + 1 : count;
}

const isEastAsian = (unit: number) =>
  unit >= 0x3040 && (unit <= 0x30ff || (unit >= 0x3400 && unit <= 0x9fff) || (unit >= 0xac00 && unit <= 0xd7af));

const isSpace = (unit: number) =>
  unit <= 0x20 ? unit === 0x20 || (unit >= 0x09 && unit <= 0x0d) : unit >= 0xa0 && wideSpaces.has(unit);

/** The white space beyond ASCII that `\s` of a regular expression matches. */
const wideSpaces = new Set(
  [
    ..."\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff",
  ].map((space) => space.charCodeAt(0)),
);

/**
 * Counts the tokens of a conversation with everything sent along. Other requests are answered while a long one is
 * counted.
 */
export async function countInput({ turns, instructions, tools }: Conversation): Promise<number> {
  let count = 0;
  for (const { attachments } of turns) count += tokensPerTurn + attachments.length * tokensPerAttachment;
  await readInTurns(textsOf({ turns, instructions, tools }), (part) => {
    count += countTokens(part);
  });
  return count;
}

function* textsOf({ turns, instructions, tools }: Pick<Conversation, "turns" | "instructions" | "tools">) {
  yield instructions;
  for (const tool of tools) yield JSON.stringify(tool);
  for (const { text, toolCalls } of turns) {
    yield text;
    for (const call of toolCalls) yield `${call.name} ${call.arguments}`;
  }
}
