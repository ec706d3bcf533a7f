import { pick, type Random } from "../../../random.js";
import { readHints } from "../../values/hints.js";
import { numberByName, stringByName } from "../../values/made-values.js";
import { createRecord, type Member, wordsOfName } from "../../values/member.js";
import { numberFromPrompt, stringFromPrompt } from "../../values/prompt-values.js";
import { directAnswer } from "../answers/direct-answer.js";
import type { Assignment } from "../assignment.js";
import { topicOf } from "../data/topics.js";
import { repeat, sentencesAbout } from "../prose.js";

/** JSON as a model sends it in a text: in a fence, or bare where nothing else is wanted. */
export function writeJson(assignment: Assignment, random: Random): string {
  const { isBare, isPlain } = assignment;
  const text = JSON.stringify(jsonFor(assignment, random), null, 2);
  if (isBare || isPlain || !assignment.forms.includes("json")) return text;
  return `${assignment.language?.lead ?? "Here is the JSON:"}\n\n\`\`\`json\n${text}\n\`\`\``;
}

/** A value for a prompt: the members that it names, rows of a thing that is known, or an answer about its subject. */
export function jsonFor(assignment: Assignment, random: Random): unknown {
  const { question, subject, lengths, language } = assignment;
  const asked = namesIn(question);
  const names = asked.length > 0 ? asked : namesIn(assignment.rules);
  const wantsArray = /\barray\b/i.test(`${question}\n${assignment.rules}`);
  const wantsList =
    wantsArray ||
    /\b(?:list|objects|\d+ (?:\w+ )?(?:items|objects|entries|users|products|people|records|rows))\b/i.test(question);
  const count = lengths.items ?? lengths.rows ?? countNamed(question) ?? 3;
  if (names.length > 0)
    return wantsList
      ? repeat(count, (index) => objectOf(names, { question, subject, random, index }))
      : withAnswer(objectOf(names, { question, subject, random, index: 0 }), assignment, random);
  const topic = topicOf(subject) ?? topicOf(question);
  if (topic !== undefined && wantsList) {
    return topic.rows
      .slice(0, count)
      .map((row) =>
        Object.fromEntries(
          topic.columns.map((column, at) => [wordsOfName(column).replaceAll(" ", "_"), plainValue(row[at] ?? "")]),
        ),
      );
  }
  const kind = kinds.find(({ pattern }) => pattern.test(question));
  if (kind !== undefined) {
    const made = (index: number) => objectOf(kind.names, { question, subject, random, index });
    return wantsList || /\b(?:users|people|products|cities|books|events|orders|recipes)\b/i.test(question)
      ? repeat(count, made)
      : made(0);
  }
  const source = sentencesAbout(subject, language, random);
  if (wantsArray) return repeat(count, source.next);
  return {
    topic: subject,
    answer: source.next(),
    points: repeat(3, source.next),
    confidence: Math.round((0.6 + random() * 0.39) * 100) / 100,
  };
}

/** The object with the answer to the question, where it has a member for it and there is a plain one. */
function withAnswer(object: Record<string, unknown>, assignment: Assignment, random: Random): Record<string, unknown> {
  const name = Object.keys(object).find((key) => /^(?:answer|reply|response|result)$/i.test(key));
  if (name === undefined) return object;
  const answer = directAnswer({ ...assignment, forms: [], isBare: true }, random);
  return answer === undefined ? object : { ...object, [name]: answer };
}

const kinds = [
  {
    pattern: /\b(?:user|person|people|customer|employee|profile|contact)s?\b/i,
    names: ["id", "name", "email", "age", "city", "is_active"],
  },
  { pattern: /\b(?:product|item)s?\b/i, names: ["id", "name", "price", "currency", "in_stock", "category"] },
  { pattern: /\bbooks?\b/i, names: ["title", "author", "year", "pages", "isbn"] },
  {
    pattern: /\b(?:event|meeting|appointment)s?\b/i,
    names: ["title", "start_date", "start_time", "location", "attendees"],
  },
  { pattern: /\borders?\b/i, names: ["order_id", "customer_name", "total", "status", "created_at"] },
  { pattern: /\brecipes?\b/i, names: ["name", "servings", "prep_minutes", "ingredients", "steps"] },
  { pattern: /\b(?:city|cities|place)\b/i, names: ["name", "country", "population", "latitude", "longitude"] },
  { pattern: /\bweather\b/i, names: ["city", "temperature", "condition", "humidity", "wind_speed"] },
];

/** The names of members: `with keys name, age and city`, `{"name": …, "age": …}`. */
function namesIn(question: string): string[] {
  const written = [...question.slice(0, 4000).matchAll(/"([\w -]{1,40})"\s*:/g)].map(([, name = ""]) => name);
  if (written.length > 0) return [...new Set(written)].slice(0, 30);
  const found =
    /\b(?:keys?|fields?|members?|properties|attributes|columns)\b(?: (?:called|named|are|for|of))*:?\s+([^.\n;]{2,200})/i.exec(
      question,
    )?.[1] ??
    /\bjson\b[^.\n]{0,40}?\bwith (?:an? |the )?([^.\n;]{2,160})/i.exec(question)?.[1] ??
    "";
  const names = found
    .split(/\s*,\s*(?:and\s+)?|\s+and\s+/)
    .filter((name) => !/^(?:nothing|no|only|please|without|don't|do not)\b/i.test(name))
    .map((name) =>
      name
        .replaceAll(/["“”'`]/g, "")
        .replace(/^(?:the|their|its|his|her|an?) /i, "")
        .trim(),
    );
  const isList =
    names.length > 0 &&
    names.every((name) => /^[\p{L}_][\p{L}\d_ -]{0,40}$/u.test(name) && name.split(" ").length <= 3) &&
    !/\b(?:objects|items|entries|elements|rows|things)\b/.test(found);
  return isList ? names.map((name) => (name.includes(" ") ? name.toLowerCase().replaceAll(/[ -]+/g, "_") : name)) : [];
}

function countNamed(question: string): number | undefined {
  const found =
    /\b(\d{1,3}|two|three|four|five|six|ten) (?:[\p{L}-]+ ){0,2}(?:users?|people|products|objects|entries|records|cities|events|orders|persons)\b/iu.exec(
      question,
    )?.[1];
  if (found === undefined) return undefined;
  return Math.min(
    100,
    Number(found) || ({ two: 2, three: 3, four: 4, five: 5, six: 6, ten: 10 }[found.toLowerCase()] ?? 3),
  );
}

function objectOf(
  names: string[],
  { question, subject, random, index }: { question: string; subject: string; random: Random; index: number },
): Record<string, unknown> {
  const hints = readHints(question);
  const record = createRecord(names.map(wordsOfName).join(" "), { index, random, hints });
  const start = Math.floor(random() * 1000);
  return Object.fromEntries(
    names.map((name) => [
      name,
      memberValue({
        name: wordsOfName(name),
        parent: "",
        description: "",
        index,
        start,
        record,
        random,
        hints,
        subject,
      }),
    ]),
  );
}

const numeric =
  /\b(?:age|price|cost|total|amount|count|quantity|stock|year|population|latitude|longitude|temperature|humidity|wind speed|score|rating|confidence|percent|percentage|servings|pages|minutes|days|hours|rank|weight|height|length|distance|calories)\b/;

const plural =
  /\b(?:tags|roles|emails|interests|permissions|images|friends|categories|orders|genres|members|authors|ingredients|steps|attendees|hobbies|skills|points|items|keywords|names|cities|colou?rs|languages|features|topics)\b/;

function memberValue(member: Member): unknown {
  const { name, random } = member;
  if (name === "id") return member.index + 1;
  if (/^(?:is|has|in stock|active|available|enabled|can)\b/.test(name)) return random() < 0.7;
  if (numeric.test(name)) return numberFromPrompt(member) ?? numberByName(member);
  if (plural.test(name))
    return [
      ...new Set(
        repeat(3, (index) => stringByName({ ...member, name: name.replace(/ies$/, "y").replace(/s$/, ""), index })),
      ),
    ];
  if (/\bhobby\b/.test(name)) return pick(["hiking", "chess", "pottery", "sailing"], random);
  return stringFromPrompt(member, undefined) ?? stringByName(member);
}

/** A cell as JSON has it: numbers as numbers. */
function plainValue(text: string): string | number {
  return /^-?\d[\d,]*(?:\.\d+)?$/.test(text) ? Number(text.replaceAll(",", "")) : text;
}

/** Rows of comma-separated values in a fence, with a line of names. */
export function csvFor(assignment: Assignment, random: Random): string {
  const value = jsonFor({ ...assignment, question: `${assignment.question} as a list` }, random);
  const rows = (Array.isArray(value) ? value : [value]) as Record<string, unknown>[]; // jsonFor makes objects
  const names = Object.keys(rows[0] ?? {});
  const lines = [names, ...rows.map((row) => names.map((name) => cellOf(row[name])))].map((cells) => cells.join(","));
  const text = lines.join("\n");
  return assignment.isBare ? text : `\`\`\`csv\n${text}\n\`\`\``;
}

function cellOf(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value ?? "");
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
