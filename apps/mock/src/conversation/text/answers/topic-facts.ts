import { topicOf, topics } from "../data/topics.js";

/** An answer from what is known of things: the height of a mountain, the number of planets. */
export function topicFactIn(text: string): string | undefined {
  if (text.length > 160 || !/\b(?:how|what|what's|which|who|where|when|tell me about|name)\b/i.test(text))
    return undefined;
  return countIn(text) ?? factIn(text);
}

/** Kinds of which there are as many as the table has rows. */
const complete = /\b(?:planets|oceans)\b/i;

function countIn(text: string): string | undefined {
  if (!/\bhow many\b/i.test(text) || !complete.test(text)) return undefined;
  const topic = topicOf(text);
  if (topic === undefined) return undefined;
  const names = topic.rows.map(([name = ""]) => name);
  const kind = complete.exec(text)?.[0].toLowerCase() ?? "";
  return `There are **${names.length}** ${kind}: ${names.slice(0, -1).join(", ")} and ${names.at(-1)}.`;
}

/** Words of a question, and the columns that answer it. */
const measures: [RegExp, RegExp][] = [
  [/\b(?:tall|high|height)\b/i, /height/i],
  [/\blong\b|\blength\b/i, /length/i],
  [/\b(?:big|large|wide|diameter|size)\b/i, /diameter|area/i],
  [/\bdeep\b|\bdepth\b/i, /deepest/i],
  [/\bmoons\b/i, /moons/i],
  [/\b(?:old|live|lifespan)\b/i, /lifespan/i],
  [/\bcalories\b/i, /calories/i],
  [/\bcurrency\b/i, /currency/i],
  [/\bsymbol\b/i, /symbol/i],
  [/\batomic number\b/i, /atomic/i],
  [/\bmean|\bstatus\b/i, /meaning/i],
  [/\breleased?\b|\bfirst\b/i, /release/i],
];

function factIn(text: string): string | undefined {
  const measure = measures.find(([word]) => word.test(text))?.[1];
  if (measure === undefined) return undefined;
  for (const { columns, rows } of topics) {
    const at = columns.findIndex((column, index) => index > 0 && measure.test(column));
    const row = rows.find(([name = ""]) => at > 0 && isNamed(name, text));
    if (row === undefined) continue;
    const [, what = "", unit = ""] = /^([^(]+?)(?: \((.*)\))?$/.exec(columns[at] ?? "") ?? [];
    const value = `${row[at]}${unit === "" ? "" : ` ${unit}`}`;
    return `**${row[0]}:** ${what.toLowerCase()} **${value}**.`;
  }
  return undefined;
}

function isNamed(name: string, text: string): boolean {
  const at = text.toLowerCase().indexOf(name.toLowerCase());
  const isWord = !/\p{L}/u.test(text[at - 1] ?? " ") && !/\p{L}/u.test(text[at + name.length] ?? " ");
  return at >= 0 && isWord && (name.length > 2 || text.includes(name));
}
