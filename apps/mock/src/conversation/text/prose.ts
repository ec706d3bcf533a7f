import { pick, type Random } from "../../random.js";
import { closings, fillings, sentencePatterns } from "./data/aspects.js";
import type { Language } from "./languages.js";
import { termOf } from "./questions/known.js";
import { capitalised } from "./subject.js";

/** Makes sentences about a subject without an end; none comes twice as long as there are others. */
export interface SentenceSource {
  next(): string;
}

/** Sentences about a subject: what is known of it first, then what holds for most things. */
export function sentencesAbout(subject: string, language: Language | undefined, random: Random): SentenceSource {
  const term = language === undefined ? termOf(subject) : undefined;
  const known = term === undefined ? [] : [term.definition, term.working, term.example, term.note];
  // A long subject, or a question, would tire a reader who meets it in every other sentence.
  const isLong = subject.split(" ").length > 4 || /^(?:how|why|wh\w+|the question) |[“”]/i.test(subject);
  const shown = language === undefined && isLong ? "this" : subject;
  const cycle = cycleOf(language?.sentences ?? sentencePatterns, random);
  return { next: () => known.shift() ?? filled(cycle(), { subject: shown, random }) };
}

/** A row of the values in an order of its own, again and again; no value follows itself. */
export function cycleOf<Value>(values: readonly Value[], random: Random): () => Value {
  const order = [...values];
  let left = 0;
  let last: Value | undefined;
  return () => {
    if (left === 0) left = order.length;
    let at = Math.floor(random() * left);
    if (order[at] === last && left > 1) at = (at + 1) % left;
    const value = order[at];
    left -= 1;
    const other = order[left];
    if (value === undefined || other === undefined) throw new RangeError("There is nothing to take from.");
    order[at] = other;
    order[left] = value;
    last = value;
    return value;
  };
}

/** The values in another order. */
export function shuffled<Value>(values: readonly Value[], random: Random): Value[] {
  const order = [...values];
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [order[at], order[other]] = [order[other] as Value, order[at] as Value]; // both are places of the row
  }
  return order;
}

/** A pattern with its places filled: `{s}` by the subject, the others by words that vary. */
export function filled(pattern: string, { subject, random }: { subject: string; random: Random }): string {
  const text = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (name === "s") return subject;
    return pick(fillings[name] ?? [""], random);
  });
  return capitalised(text);
}

/** Counts the words of a text; Markdown marks don't count. */
export function countWords(text: string): number {
  return text.match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0;
}

/** Exactly so many words, in paragraphs; in Chinese and Japanese about so many characters. */
export function proseOfWords(
  count: number,
  { subject, language, random }: { subject: string; language: Language | undefined; random: Random },
): string {
  const source = sentencesAbout(subject, language, random);
  const size = language?.gap === "" ? (text: string) => text.length : countWords;
  const paragraphs: string[] = [];
  let paragraph: string[] = [];
  let left = count;
  for (let fruitless = 0; left > 0 && fruitless < 40; ) {
    if (language === undefined && left < closings.length) {
      if (paragraph.length === 0) paragraph = [paragraphs.pop() ?? ""].filter(Boolean);
      paragraph.push(closings[left] ?? "");
      break;
    }
    const sentence = source.next();
    const words = size(sentence);
    if (words > left) {
      fruitless += 1;
      continue;
    }
    paragraph.push(sentence);
    left -= words;
    if (paragraph.length >= 4 + Math.floor(random() * 3)) {
      paragraphs.push(paragraph.join(language?.gap ?? " "));
      paragraph = [];
    }
  }
  if (paragraph.length > 0) paragraphs.push(paragraph.join(language?.gap ?? " "));
  return paragraphs.join("\n\n");
}

export function repeat<Value>(count: number, make: (index: number) => Value): Value[] {
  return Array.from({ length: count }, (_, index) => make(index));
}
