import { topicOf, topics } from "../../values/topics.js";

/** An answer from what is known of things: the height of a mountain, the number of planets. */
export function topicFactIn(text: string): string | undefined {
  if (text.length > 160 || !/\b(?:how|what|what's|which|who|where|when|tell me about|name)\b/i.test(text))
    return undefined;
  return countIn(text) ?? numberIn(text) ?? factIn(text);
}

/** Numbers that everybody knows: what is counted, in what, and how many there are. */
const numbers: [counted: RegExp, whole: RegExp, answer: string][] = [
  [/\bdays\b/, /\bleap year\b/, "A leap year has **366** days: February has 29 of them."],
  [/\bdays\b/, /\byear\b/, "A year has **365** days, a leap year 366."],
  [/\bdays\b/, /\bfebruary\b/, "February has **28** days, in leap years 29."],
  [/\bdays\b/, /\bweek\b/, "A week has **7** days."],
  [/\bweeks\b/, /\byear\b/, "A year has **52** weeks and a day or two."],
  [/\bmonths\b/, /\byear\b/, "A year has **12** months."],
  [/\bhours\b/, /\bweek\b/, "A week has **168** hours."],
  [/\bhours\b/, /\bday\b/, "A day has **24** hours."],
  [/\bminutes\b/, /\bday\b/, "A day has **1,440** minutes."],
  [/\bminutes\b/, /\bhour\b/, "An hour has **60** minutes."],
  [/\bseconds\b/, /\bday\b/, "A day has **86,400** seconds."],
  [/\bseconds\b/, /\bhour\b/, "An hour has **3,600** seconds."],
  [/\bseconds\b/, /\bminute\b/, "A minute has **60** seconds."],
  [/\bletters\b/, /\balphabet\b/, "The English alphabet has **26** letters."],
  [/\bbits\b/, /\bbyte\b/, "A byte has **8** bits."],
  [/\bstates\b/, /\b(?:usa?|united states|america)\b/, "The United States has **50** states."],
  [/\bsides\b/, /\bhexagon\b/, "A hexagon has **6** sides."],
  [/\blegs\b/, /\bspider\b/, "A spider has **8** legs."],
];

function numberIn(text: string): string | undefined {
  const asked = text.toLowerCase();
  if (!/\bhow many\b/.test(asked)) return undefined;
  return numbers.find(([counted, whole]) => counted.test(asked) && whole.test(asked))?.[2];
}

/** Kinds of which there are as many as the table has rows. */
const complete = /\b(?:planets|oceans|continents)\b/i;

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
