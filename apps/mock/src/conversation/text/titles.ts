import { readAmounts } from "./amounts.js";
import { type Question, subjectOf, titleOf, wordsIn } from "./question.js";

const titles = /\b(?:titles?|headlines?|name this (?:chat|conversation))\b(?! (?:column|field|bar|case)\b)/i;
const askingWords = new Set(
  "write create generate suggest give make name summarize summarise reply respond answer return find".split(" "),
);
const longestRead = 300;

export function writeTitle({ text, rules }: Question): string | undefined {
  const asked = [text, rules].find((each) => isForTitle(each.slice(0, longestRead)));
  if (asked === undefined) return undefined;
  const content = asked === text ? contentOf(text) : text;
  return titleOf(subjectOf(content), readAmounts(asked).words ?? 6);
}

function isForTitle(text: string): boolean {
  return titles.test(text) && wordsIn(text).some((word) => askingWords.has(word));
}

/** The text that the title is for: what the user says in a conversation, or what follows a colon or a line. */
function contentOf(text: string): string {
  const said = /\b(?:user|human)\b\W{0,5}:\s{0,9}(\S[^\n]*)/i.exec(text)?.[1];
  const given =
    said ?? /[:\n]\s{0,9}(\S[\s\S]{5,})$/.exec(text)?.[1] ?? text.replace(/^[\s\S]*?\b(?:for|of|about)\b/i, "");
  return given.replace(/^(?:the )?user (?:asks|wants|says)(?: about| to know)? /i, "");
}
