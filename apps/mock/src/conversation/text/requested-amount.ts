import type { Random } from "../../random.js";
import { type Amounts, readAmounts, readNames } from "./amounts.js";
import { makeRows } from "./json-answer.js";
import { capitalised, type Question, quoteOf } from "./question.js";
import { readLines } from "./samples.js";
import { markdownTable } from "./table.js";

/** A text, a list or a table of as many words, items or rows as are asked for; undefined where no number is. */
export async function writeAmount({ text }: Question, random: Random): Promise<string | undefined> {
  const amounts = readAmounts(text);
  const { words, sentences, paragraphs, items = 0 } = amounts;
  const lead = `On “${quoteOf(text)}”:`;
  if (/\btables?\b/i.test(text)) return writeTable(text, { amounts, lead, random });
  const next = sentencesFrom(random);
  if (words !== undefined) return proseOf(words, lead, next);
  if (paragraphs !== undefined) {
    return repeat(paragraphs, (at) => (at === 0 ? `${lead} ` : "") + repeat(3, next).join(" ")).join("\n\n");
  }
  if (sentences !== undefined) {
    const first = `This is about “${quoteOf(text).replaceAll(/[.?!]+/g, "")}”.`;
    return repeat(sentences, (at) => (at === 0 ? first : next())).join(" ");
  }
  return items > 1 ? `${lead}\n\n${listOf(text, repeat(items, next))}` : undefined;
}

async function writeTable(
  text: string,
  { amounts, lead, random }: { amounts: Amounts; lead: string; random: Random },
): Promise<string | undefined> {
  const named = readNames(text);
  const { rows = amounts.items, columns } = amounts;
  if (named.length === 0 && rows === undefined && columns === undefined) return undefined;
  const names = named.length > 0 ? named : defaultColumns.slice(0, columns ?? 3);
  const made = await makeRows(names, { count: rows ?? 4, question: text, random });
  const cells = made.map((row) => names.map((name) => String(row[name])));
  return `${lead}\n\n${markdownTable(names.map(capitalised), cells)}`;
}

const defaultColumns = "Name City Price Status Date Owner Category Country Email Notes".split(" ");

function listOf(text: string, items: string[]): string {
  if (/\b(?:check ?list|to-?dos?)\b/i.test(text)) return items.map((item) => `- [ ] ${item}`).join("\n");
  const isNumbered = /\b(?:numbered|ordered|ranked|steps?|top)\b/i.test(text);
  return items.map((item, at) => `${isNumbered ? `${at + 1}.` : "-"} ${item}`).join("\n");
}

/** Exactly so many words, in paragraphs; the first ones say what they are about, where there is room for that. */
function proseOf(count: number, lead: string, next: () => string): string {
  const leading = wordsOf(lead).length * 2 <= count ? [lead] : [];
  const paragraphs: string[][] = [[]];
  let left = count - leading.flatMap(wordsOf).length;
  for (let at = 0; left > 0; at += 1) {
    const words = next().split(" ");
    const whole = words.slice(0, left).join(" ");
    paragraphs.at(-1)?.push(words.length > left ? `${whole.replace(/[,:;]$/, "")}.` : whole);
    left -= words.length;
    if (at % 5 === 4 && left > 0) paragraphs.push([]);
  }
  const [first = [], ...others] = paragraphs;
  return [[...leading, ...first], ...others].map((sentences) => sentences.join(" ")).join("\n\n");
}

/** As people count them: marks by themselves are none. */
const wordsOf = (text: string) => text.match(/\S*[\p{L}\p{N}]\S*/gu) ?? [];

function sentencesFrom(random: Random): () => string {
  const sentences = readLines("sentences.txt");
  let at = Math.floor(random() * sentences.length);
  return () => {
    at += 1;
    return sentences[at % sentences.length] ?? "";
  };
}

const repeat = <Value>(count: number, make: (at: number) => Value): Value[] =>
  Array.from({ length: count }, (_, at) => make(at));
