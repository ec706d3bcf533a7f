import type { Attachment } from "../attachment.js";
import type { Turn } from "../conversation.js";

export interface Question {
  /** The last words of the user, a long text cut. */
  text: string;
  rules: string;
  attachments: readonly Attachment[];
}

const longestRead = 6000;

export function readQuestion({ turns, instructions }: { turns: readonly Turn[]; instructions: string }): Question {
  const last = turns.findLast(({ role }) => role === "user");
  return {
    text: (last?.text ?? "").slice(0, longestRead),
    rules: instructions.slice(0, longestRead),
    attachments: last?.attachments ?? [],
  };
}

const longestQuoted = 60;

/** The first words of a text in a line, without the marks of Markdown: they show which question a reply belongs to. */
export function quoteOf(text: string): string {
  const words = firstLineOf(text).split(" ");
  let quoted = "";
  for (const word of words) {
    if (quoted.length + word.length >= longestQuoted) return `${quoted || word.slice(0, longestQuoted)}…`;
    quoted += quoted === "" ? word : ` ${word}`;
  }
  return quoted;
}

/** A short name of what a text is about: its first words without those that only ask for something. */
export function subjectOf(text: string): string {
  const words = firstLineOf(text)
    .replaceAll(/[.?!:;,“”"]+(?= |$)/g, "")
    .split(" ");
  const first = words.findIndex((word) => !askingWords.has(word.toLowerCase()));
  return words.slice(Math.max(0, first), Math.max(0, first) + mostWords).join(" ");
}

/** The words of a text in lower case. */
export const wordsIn = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? [];

const mostWords = 8;

const askingWords = new Set(
  "a about an and are can could describe did do does draw explain for generate give hello hey hi how i in is it list make me my of on please say show some something suggest tell the to us user was we were what what's when where which who why will with would write you".split(
    " ",
  ),
);

/** A title of some words of a subject: `Bake Sourdough Bread`. */
export function titleOf(subject: string, mostOfWords = 6): string {
  const words = subject.split(" ").slice(0, Math.max(1, mostOfWords));
  while (words.length > 1 && smallWords.has(words.at(-1) ?? "")) words.pop();
  return words.map((word, at) => (at > 0 && smallWords.has(word) ? word : capitalised(word))).join(" ") || "New Chat";
}

const smallWords = new Set("a an and as at by for from in of on or than the to with".split(" "));

export function capitalised(text: string): string {
  const [first = ""] = text;
  return first.toUpperCase() + text.slice(first.length);
}

/** The first line that says something. Marks that would be read as Markdown are left out. */
function firstLineOf(text: string): string {
  const lines = text.slice(0, longestRead).split("\n");
  const line = lines.find((each) => /[\p{L}\p{N}]/u.test(each)) ?? lines[0] ?? "";
  return line
    .slice(0, 500)
    .replaceAll(/[\s\p{C}*_`<>[\]{}|$\\~]+|^#+/gu, " ")
    .trim();
}
