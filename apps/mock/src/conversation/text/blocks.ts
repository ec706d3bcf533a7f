// Over 250 lines: tables and lists, which share where their rows and items come from.
import { pick, type Random } from "../../random.js";
import { readHints } from "../values/hints.js";
import { createRecord, type Member, wordsOfName } from "../values/member.js";
import { numberByName } from "../values/number-values.js";
import { stringByName } from "../values/string-values.js";
import { aspects } from "./aspects.js";
import type { Assignment } from "./assignment.js";
import { itemKinds, steps } from "./plans.js";
import { cycleOf, filled, sentencesAbout, shuffled } from "./prose.js";
import { capitalised, noSubject } from "./subject.js";
import { topicOf, topics } from "./topics.js";

/** A table in Markdown. Bars in a cell are escaped, so that it stays one cell. */
export function markdownTable(columns: string[], rows: string[][]): string {
  const line = (cells: string[]) =>
    `| ${cells.map((cell) => cell.replaceAll(/\s*\n\s*/g, " ").replaceAll("|", "\\|")).join(" | ")} |`;
  return [
    line(columns),
    line(columns.map(() => "---")),
    ...rows.map((cells) => line(columns.map((_, at) => cells[at] ?? ""))),
  ].join("\n");
}

/**
 * The table that is asked for: of the columns that the prompt names, of things that are compared, or of what there is
 * to say.
 */
export function tableFor({ question, subject, language, lengths }: Assignment, random: Random): string {
  const wanted = Math.max(1, lengths.rows ?? lengths.items ?? 4);
  const named = columnsIn(question);
  const topic = topicOf(subject) ?? topicOf(question) ?? (subject === noSubject ? pick(topics, random) : undefined);
  if (language !== undefined) {
    const points = cycleOf(language.points, random);
    const sentences = sentencesAbout(subject, language, random);
    return markdownTable(
      [...language.headers],
      repeat(wanted, () => [points(), sentences.next(), pick(language.ratings, random)]),
    );
  }
  if (named.length > 1) return tableOfColumns(named, wanted, { question, subject, random });
  const options = optionsIn(question);
  if (options.length > 1) {
    const criteria = cycleOf(["Price", "Ease of use", "Speed", "Support", "Learning curve", "Flexibility"], random);
    const rating = cycleOf(["Low", "Moderate", "High", "Very good", "Fair", "Good"], random);
    return markdownTable(
      ["Criterion", ...options],
      repeat(lengths.rows ?? 4, () => [criteria(), ...options.map(() => rating())]),
    );
  }
  if (topic !== undefined) {
    const columns = topic.columns.slice(0, Math.max(2, lengths.columns ?? topic.columns.length));
    return markdownTable(columns, topic.rows.slice(0, Math.max(lengths.rows ?? lengths.items ?? 5, 2)));
  }
  const extra = ["Owner", "Effort", "Status", "Notes", "Priority", "Week"].slice(
    0,
    Math.max(0, (lengths.columns ?? 3) - 2),
  );
  const order = cycleOf(aspects, random);
  const columns = lengths.columns === 1 ? ["Aspect"] : ["Aspect", "In short", ...extra];
  const rows = repeat(wanted, () => {
    const { name, cell } = order();
    return [name, cell, ...extra.map((column) => cellFor(column, { random, question: "", subject, index: 0 }))];
  });
  return markdownTable(columns, rows);
}

function tableOfColumns(
  columns: string[],
  count: number,
  about: { question: string; subject: string; random: Random },
): string {
  const hints = readHints("");
  const siblings = columns.map(wordsOfName).join(" ");
  const start = Math.floor(about.random() * 1000);
  const rows = repeat(count, (index) => {
    const record = createRecord(siblings, { index, random: about.random, hints });
    return columns.map((column) => cellOf(column, { ...about, hints, record, index, start }));
  });
  return markdownTable(columns.map(capitalised), rows);
}

const numeric =
  /\b(price|cost|amount|age|year|quantity|count|stock|score|rating|percent|percentage|population|height|weight|length|distance|calories|temperature|rank|total|salary|budget|pages|days|hours|minutes|number|no|users|size)\b/;

function cellFor(
  column: string,
  { random, subject, index }: { question: string; subject: string; random: Random; index: number },
): string {
  const hints = readHints("");
  return cellOf(column, {
    hints,
    random,
    subject,
    index,
    start: undefined,
    record: createRecord("", { index, random, hints }),
  });
}

function cellOf(
  column: string,
  about: Pick<Member, "hints" | "random" | "subject" | "index" | "record" | "start">,
): string {
  const name = wordsOfName(column);
  if (name === "week") return `Week ${1 + Math.floor(about.random() * 6)}`;
  if (name === "effort") return pick(["Low", "Medium", "High"], about.random);
  if (name === "notes")
    return pick(["Start here", "Ask the team first", "Review monthly", "Keep it short"], about.random);
  const member: Member = { ...about, name, parent: "", description: "" };
  if (!numeric.test(name)) {
    const text = stringByName(member);
    return /[@/]/.test(text) ? text : capitalised(text);
  }
  const value = numberByName(member);
  return /\bprice|cost|salary|budget\b/.test(name)
    ? `€${value.toLocaleString("en-GB", { minimumFractionDigits: Number.isInteger(value) ? 0 : 2 })}`
    : String(value);
}

/** `with columns name, price and stock`, `with the columns "City" and "Country"`. */
function columnsIn(question: string): string[] {
  const found =
    /\bcolumns?(?: (?:called|named|for|are|of|titled|headed))?:?\s+(?!of\b)([^.\n;]{3,200})/i.exec(question) ??
    /\btable (?:of|with) (?:[\p{L}\s]{2,30}? )?(?:with|showing|listing) ([^.\n;]{3,200})/iu.exec(question);
  const parts = (found?.[1] ?? "")
    .replace(/\s+(?:with|for|about|in|using|of|\d+)\b.*$/i, "")
    .split(/\s*,\s*(?:and\s+)?|\s+and\s+|\s*\/\s*|\s*\|\s*/);
  const names = parts
    .map((part) =>
      part
        .replaceAll(/["“”'`*]/g, "")
        .replace(/^(?:the|their|its|a|an) /i, "")
        .trim(),
    )
    .filter((part) => part !== "");
  const isList = names.length > 1 && names.every((name) => name.split(" ").length <= 3 && !/\d/.test(name));
  return isList ? names.slice(0, 10) : [];
}

/** Returns the options that are compared: `React, Vue and Svelte`, `tea vs coffee`. */
export function optionsIn(question: string): string[] {
  const found =
    /\b(?:compar(?:e|ing|ison (?:of|between))|difference between|versus|between)\s+([^.\n?;:]{3,120})/i.exec(
      question,
    )?.[1] ??
    /([^.\n?;:]{2,60}\b(?:vs\.?|versus)\s[^.\n?;:]{2,60})/i
      .exec(question)?.[1]
      ?.replace(/^.*\b(?:table|list|of|about|on) /i, "");
  const parts = (found ?? "")
    .replace(/\b(?:in|as|with|by|for|using|on) (?:a |an |the |\d)?.*$/i, "")
    .split(/\s*,\s*(?:and\s+)?|\s+and\s+|\s+(?:vs\.?|versus|with|to)\s+/i);
  const names = parts
    .map((part) => part.replace(/^(?:the|a|an) /i, "").trim())
    .filter((part) => part !== "" && part.split(" ").length <= 4);
  return names.length > 1 && names.length <= 6 ? names.map(capitalised) : [];
}

/** The items of a list: known things, or what there is to say, each with a bold lead. */
export function itemsFor(assignment: Assignment, count: number, random: Random): string[] {
  const { question, subject, language, forms } = assignment;
  if (language !== undefined) {
    const points = cycleOf(language.points, random);
    const sentences = sentencesAbout(subject, language, random);
    return repeat(count, () => `**${points()}**${language.gap === "" ? "：" : ": "}${sentences.next()}`);
  }
  const topic = topicOf(subject) ?? topicOf(question);
  if (topic !== undefined && topic.rows.length >= Math.min(count, 3)) {
    const rows = count * 2 >= topic.rows.length ? topic.rows : shuffled(topic.rows, random);
    const [, second = "", third] = topic.columns;
    const note = (column: string, value: string) => {
      const [, what = "", unit = ""] = /^([^(]+?)(?: \((.*)\))?$/.exec(column) ?? [];
      return /^\d/.test(value) ? `${what.toLowerCase()} ${value}${unit === "" ? "" : ` ${unit}`}` : value;
    };
    return repeat(count, (index) => {
      const [name = "", one = "", two = ""] = rows[index % rows.length] ?? [];
      const notes = [note(second, one), ...(third === undefined ? [] : [note(third, two)])];
      return `**${name}** – ${notes.join(", ")}`;
    });
  }
  if (/\b(questions?|faqs?)\b/i.test(question)) return repeat(count, cycleOf(questionsAbout(subject), random));
  if (/\b(?:shopping|grocery|ingredients?|packing)\b/i.test(question)) {
    const goods = /packing/i.test(question) ? packing : groceries;
    return repeat(count, cycleOf(goods, random));
  }
  if (/\bnames\b/i.test(question)) return repeat(count, cycleOf(projectNames, random));
  const kind = itemKinds.find(({ pattern }) => pattern.test(question));
  const isPlan =
    kind === undefined &&
    (forms.includes("numbers") || forms.includes("checklist") || /\b(?:how to|steps?)\b/i.test(question));
  if (kind !== undefined || isPlan) {
    const all = kind?.items ?? steps;
    // Steps keep their order.
    const next = isPlan && count <= all.length ? (index: number) => all[index] ?? "" : cycleOf(all, random);
    return repeat(count, (index) => filled(next(index), { subject, random }));
  }
  const order = cycleOf(aspects, random);
  return repeat(count, () => {
    const { name, text } = order();
    return `**${name}:** ${filled(text, { subject, random })}`;
  });
}

const questionsAbout = (subject: string) => [
  `What surprised people most about ${subject}?`,
  `How has ${subject} changed over the last ten years?`,
  `Which part of ${subject} is easiest to learn?`,
  `Who decides what happens with ${subject}?`,
  `What would a beginner get wrong about ${subject}?`,
  `How could one measure progress with ${subject}?`,
  `What does ${subject} cost in practice?`,
  `Where can one see a good example of ${subject}?`,
];

const groceries = [
  "2 lemons",
  "500 g tomatoes",
  "1 loaf of bread",
  "Olive oil",
  "A bunch of basil",
  "250 g rice",
  "6 eggs",
  "1 l milk",
  "Garlic",
  "Butter",
];
const packing = [
  "Rain jacket",
  "Comfortable shoes",
  "Water bottle",
  "Charger",
  "Passport",
  "Toothbrush",
  "A good book",
  "Sun cream",
  "Warm socks",
  "First-aid kit",
];
const projectNames = [
  "Northlight",
  "Quiet Harbour",
  "Paperbird",
  "Fieldnote",
  "Lanternfish",
  "Open Orchard",
  "Driftline",
  "Copperleaf",
  "Second Window",
  "Bluebridge",
  "Tideway",
  "Meadowmark",
];

export function bulletList(items: string[]): string {
  return items.map((item) => `- ${item}`).join("\n");
}

export function numberedList(items: string[]): string {
  return items.map((item, index) => `${index + 1}. ${item}`).join("\n");
}

/** Two levels; the inner one is indented by as much as Markdown wants under either kind of list. */
export function nestedList(assignment: Assignment, random: Random, isNumbered: boolean): string {
  const count = assignment.lengths.items ?? 3;
  const { subject, language } = assignment;
  const source = sentencesAbout(subject, language, random);
  const leads = cycleOf(language?.points ?? aspects.map(({ name }) => name), random);
  return repeat(count, (index) => {
    const mark = isNumbered ? `${index + 1}.` : "-";
    const indent = " ".repeat(isNumbered ? 3 : 2);
    return [
      `${mark} **${leads()}**`,
      `${indent}- ${source.next()}`,
      `${indent}- ${source.next()}`,
      ...(index === 0 ? [`${indent}  - ${source.next()}`] : []),
    ].join("\n");
  }).join("\n");
}

export function repeat<Value>(count: number, make: (index: number) => Value): Value[] {
  return Array.from({ length: count }, (_, index) => make(index));
}
