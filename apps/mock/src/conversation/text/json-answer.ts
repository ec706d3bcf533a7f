import type { Random } from "../../random.js";
import { fillSchema } from "../fill-schema.js";
import { wordsOfName } from "../values/member.js";
import { typeOfWord } from "../values/tables.js";
import { readAmounts, readNames } from "./amounts.js";
import { type Question, quoteOf, subjectOf } from "./question.js";

/** Words before and after `JSON` where an answer in it is wanted: `as JSON`, `only a JSON array`, but not `a JSON parser`. */
const wanting = new Set(
  "answer as give in me only output pure raw reply respond return valid with write just".split(" "),
);
const otherThings = new Set("api apis field file files function library parser schema schemas".split(" "));
const asksAboutJson = /^\s*(?:what|why|how|explain|describe|is|compare)\b/i;
const asksForJsonAlone = /\b(?:only|just|nothing (?:but|else)|no other|raw)\b/i;

function asksForJson(text: string): boolean {
  const words = text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];
  return words.some((word, at) => {
    if (word !== "json" || otherThings.has(words[at + 1] ?? "")) return false;
    return at === 0 || words.slice(Math.max(0, at - 3), at).some((before) => wanting.has(before));
  });
}

/** JSON in a fence, or alone where nothing else is wanted; undefined where none is asked for. */
export async function answerInJson(question: Question, random: Random): Promise<string | undefined> {
  const isRuled = asksForJson(question.rules);
  if (!isRuled && (!asksForJson(question.text) || asksAboutJson.test(question.text))) return undefined;
  const text = JSON.stringify(await makeJson(question, random), null, 2);
  if (isRuled || asksForJsonAlone.test(question.text)) return text;
  return `On “${quoteOf(question.text)}”:\n\n\`\`\`json\n${text}\n\`\`\``;
}

const severalThings = /\b(?:list|objects|users|people|products|items|records|rows|entries)\b/i;

/** A value of the members that the question or the system prompt names; without names it tells which question it answers. */
export async function makeJson({ text, rules }: Question, random: Random): Promise<unknown> {
  const asked = readNames(text);
  const names = asked.length > 0 ? asked : readNames(rules);
  const isOfSeveral = severalThings.test(text);
  const isArray = /\barray\b/i.test(`${text}\n${rules}`);
  const amounts = readAmounts(text);
  const count = amounts.items ?? amounts.rows ?? 3;
  const about = { question: text, random };
  if (isArray && names.length === 0 && !isOfSeveral) return makeTexts(count, about);
  if (isArray || isOfSeveral)
    return makeRows(names.length > 0 ? names : ["id", "name", "email", "city"], { count, ...about });
  const [object] = await makeRows(names.length > 0 ? names : ["answer", "points", "confidence"], {
    count: 1,
    ...about,
  });
  return names.length > 0 ? object : { question: quoteOf(text), ...object };
}

interface About {
  question: string;
  random: Random;
}

const makeTexts = (count: number, { question, random }: About) =>
  fillSchema({ type: "array", minItems: count, maxItems: count, items: string }, random, purposeOf(question));

const purposeOf = (question: string) => ({ prompt: question, subject: subjectOf(question), results: [] });

/** Objects with these members, each of the type that its name suggests. */
export async function makeRows(
  names: string[],
  { count, question, random }: About & { count: number },
): Promise<Record<string, unknown>[]> {
  const items = {
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, schemaOf(name)])),
    required: names,
  };
  const schema = { type: "array", minItems: count, maxItems: count, items };
  return (await fillSchema(schema, random, purposeOf(question))) as Record<string, unknown>[]; // as the schema says
}

const string = { type: "string" };
function schemaOf(name: string): object {
  const words = wordsOfName(name).toLowerCase().split(" ");
  return words.map((word) => typeOfWord.get(word)).find((schema) => schema !== undefined) ?? string;
}
