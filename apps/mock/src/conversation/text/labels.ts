import { pick, type Random } from "../../random.js";
import { labelFor } from "../related-words.js";
import { type Question, wordsIn } from "./question.js";

/** Returns one of the labels that the system prompt or the question gives to choose from; undefined where none does. */
export function chooseLabel({ text, rules }: Question, random: Random): string | undefined {
  const ruled = labelsIn(rules);
  if (ruled.labels.length > 1) return labelFor(text, ruled.labels) ?? pick(ruled.labels, random);
  const { labels, words } = labelsIn(text);
  return labels.length > 1 ? (labelFor(text.replace(words, " "), labels) ?? pick(labels, random)) : undefined;
}

const verbs = new Set("answer choose classify label output pick rate reply respond return".split(" "));
/** Words of a sentence in which labels stand after a colon. */
const naming = new Set(
  "category categories choices choose class classes classify label labels options pick".split(" "),
);
const joining = new Set("as with of either from between only".split(" "));
const longestRead = 2000;

/** Labels after a colon or after `as`, in a row or one a line, and the words that they stand in. */
function labelsIn(text: string): { labels: string[]; words: string } {
  const read = text.slice(0, longestRead);
  const none = { labels: [], words: "" };
  if (!wordsIn(read).some((word) => verbs.has(word))) return none;
  for (const { 0: sentence, index } of read.matchAll(/[^.!?\n]+/g)) {
    const [head = "", row] = sentence.split(/:(.*)/s);
    const asking = row === undefined ? verbs : naming;
    if (!wordsIn(head).some((word) => asking.has(word)) || (row === undefined && !/\bor\b/.test(head))) continue;
    const listed = row?.trim() === "" ? linesAfter(read.slice(index + sentence.length)) : [row ?? rowAfter(head)];
    const labels = listed.length > 1 ? listed : splitRow(listed[0] ?? "");
    if (labels.length > 1 && labels.every(isLabel)) return { labels, words: `${sentence}${row === "" ? listed : ""}` };
  }
  return none;
}

/** The row after the last `as`, `with`, `of` … of a sentence, or after its verb: `Answer yes or no`. */
function rowAfter(sentence: string): string {
  const words = sentence.trim().split(/\s+/);
  const last = words.findLastIndex((word) => joining.has(word.toLowerCase()));
  return words.slice(Math.max(0, last) + 1).join(" ");
}

function linesAfter(text: string): string[] {
  const lines = text.trimStart().split("\n");
  const end = lines.findIndex((line) => !/^\s{0,3}[-*•] /.test(line));
  return lines.slice(0, end === -1 ? lines.length : end).map((line) => line.replace(/^\s{0,3}[-*•] /, "").trim());
}

const splitRow = (row: string) =>
  row
    .split(/,|\||\bor\b|\band\b/)
    .map((label) => label.replaceAll(/["'`“”]/g, "").trim())
    .filter((label) => label !== "");

const isLabel = (label: string) =>
  label.split(" ").length <= 3 && /^(?!(?:an?|the) )[\p{L}\d][\p{L}\d_ -]{0,30}$/iu.test(label);
