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

/** Counts the tokens of a text. */
export function countTokens(text: string): number {
  const counter = createTokenCounter();
  counter.read(text);
  return counter.end();
}

const longest = 8;
const longestEastAsian = 2;

/**
 * Counts the tokens of a text that comes in parts. A loop over its characters is ten times as fast as the expression
 * above.
 */
function createTokenCounter() {
  let count = 0;
  /** Characters of the token that is being read; 0 between tokens. */
  let length = 0;
  let isSpace = false;
  let isHigh = false;
  /** Of the token that is being read. */
  let isEastAsian = false;

  return {
    read(part: string): void {
      for (let at = 0; at < part.length; at += 1) {
        const unit = part.charCodeAt(at);
        // The second half of a character.
        if (isHigh && isLowSurrogate(unit)) {
          isHigh = false;
          continue;
        }
        isHigh = unit >= 0xd800 && unit <= 0xdbff;
        isSpace = unit <= 0x20 ? (unit >= 0x09 && unit <= 0x0d) || unit === 0x20 : unit >= 0xa0 && isWideSpace(unit);
        if (isSpace) {
          length = 0;
          continue;
        }
        const isOfEast = unit >= 0x3040 && isEastAsianUnit(unit);
        if (length === 0 || isOfEast !== isEastAsian) {
          count += 1;
          length = 0;
          isEastAsian = isOfEast;
        }
        length = length === (isOfEast ? longestEastAsian : longest) - 1 ? 0 : length + 1;
      }
    },
    /** The tokens of the text that has been read; then it counts those of the next one. */
    end(): number {
      const counted = isSpace ? count + 1 : count;
      count = 0;
      length = 0;
      isSpace = false;
      isHigh = false;
      return counted;
    },
  };
}

const isEastAsianUnit = (unit: number) =>
  unit <= 0x30ff || (unit >= 0x3400 && unit <= 0x9fff) || (unit >= 0xac00 && unit <= 0xd7af);

const isLowSurrogate = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;

/** True for the white space beyond ASCII that `\s` of a regular expression matches. */
function isWideSpace(unit: number): boolean {
  return (
    unit === 0xa0 ||
    unit === 0x1680 ||
    (unit >= 0x2000 && unit <= 0x200a) ||
    unit === 0x2028 ||
    unit === 0x2029 ||
    unit === 0x202f ||
    unit === 0x205f ||
    unit === 0x3000 ||
    unit === 0xfeff
  );
}

/**
 * Counts the tokens of a conversation with everything sent along. Other requests are answered while a long one is
 * counted.
 */
export async function countInput({ turns, instructions, tools }: Conversation): Promise<number> {
  const counter = createTokenCounter();
  let count = 0;
  for (const { attachments } of turns) count += tokensPerTurn + attachments.length * tokensPerAttachment;
  await readInTurns(textsOf({ turns, instructions, tools }), (part, isLast) => {
    counter.read(part);
    if (isLast) count += counter.end();
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
