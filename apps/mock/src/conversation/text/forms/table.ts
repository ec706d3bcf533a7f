import { pick, type Random } from "../../../random.js";
import { readHints } from "../../values/hints.js";
import { numberByName, stringByName } from "../../values/made-values.js";
import { createRecord, type Member, wordsOfName } from "../../values/member.js";
import type { Assignment } from "../assignment.js";
import { aspects } from "../data/aspects.js";
import { topicOf, topics } from "../data/topics.js";
import { cycleOf, repeat, sentencesAbout } from "../prose.js";
import { capitalised, noSubject } from "../subject.js";

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
    const criteria = cycleOf(
      ["Effort", "Cost", "Flexibility", "Everyday use", "Learning curve", "Availability"],
      random,
    );
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
    .replace(/^(?:what(?:'s| is| are)|which is better,?|is|are) /i, "")
    .replace(/\b(?:in|as|with|by|for|using|on) (?:a |an |the |\d)?.*$/i, "")
    .split(/\s*,\s*(?:and\s+)?|\s+and\s+|\s+(?:vs\.?|versus|with|to)\s+/i);
  const names = parts
    .map((part) => part.replace(/^(?:the|a|an) /i, "").trim())
    .filter((part) => part !== "" && part.split(" ").length <= 4);
  return names.length > 1 && names.length <= 6
    ? names.map((name) => (/^[b-df-hj-np-tv-xz]{2,6}$/.test(name) ? name.toUpperCase() : capitalised(name)))
    : [];
}
