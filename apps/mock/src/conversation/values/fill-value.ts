import { pick, type Random } from "../../random.js";
import { elementsOf, isObject, type Schema } from "../json.js";
import { labelFor } from "../related-words.js";
import { fitNumber, fitString } from "./fit.js";
import { booleanFromPrompt, numberFromPrompt, stringFromPrompt } from "./from-prompt.js";
import { between, createRecord, dateAfter, type Member, wordsOfName } from "./member.js";
import { type Purpose, readPrompt } from "./prompt.js";
import { readSchema, Unfillable } from "./read-schema.js";
import { named } from "./tables.js";
import { kindsOf, numberByName, sentencesOf, writeString } from "./write-by-name.js";

export interface FillOptions {
  random: Random;
  purpose: Purpose;
  /** Makes a text of a schema with a pattern. */
  writeExample: (schema: Schema) => string;
  /** 0 for the first try; later ones take other branches and leave more out. */
  attempt: number;
  /** The number of values that all tries have made. */
  made: { count: number };
}

/** A value of a schema that fits the names and descriptions of its members. May be wrong; it is validated after. */
export function fillValue(schema: Schema, { purpose, ...options }: FillOptions): unknown {
  const prompt = readPrompt(purpose);
  const index = purpose.index ?? 0;
  const record = createRecord("", { index, random: options.random, prompt });
  const at = { name: wordsOfName(String(schema.title ?? "")), parent: "", index, start: undefined, isElement: false };
  return fill(schema, { ...options, ...at, record, prompt, root: schema, depth: 0 });
}

interface Place extends Omit<Member, "description">, Omit<FillOptions, "purpose"> {
  root: Schema;
  depth: number;
}

/** Deeper than this, only what has to be there is. */
const maxDepth = 5;
const deepest = 60;
/** In all tries together. */
const mostMade = 5000;
const charactersOfAValue = 100;
/** A list has no more, but where it has to. */
const mostItems = 100;

function countMade(made: { count: number }, count: number): void {
  made.count += count;
  if (made.count > mostMade) throw new Unfillable(`it asks for more than ${mostMade} values`);
}

function fill(given: unknown, place: Place): unknown {
  if (place.depth > deepest) throw new Unfillable("it asks for values that are nested too deeply");
  countMade(place.made, 1);
  const { random, prompt, depth, attempt, name } = place;
  const schema = readSchema(given, { root: place.root, random, isDeep: depth > maxDepth, attempt });
  if ("const" in schema) return schema.const;
  if (Array.isArray(schema.enum)) return fromEnum(schema.enum, schema, place);
  const type = typeOf(schema, place);
  const known = prompt.known.get(name.replaceAll(" ", "_")) ?? prompt.known.get(name);
  if (attempt === 0 && isOfType(known, type)) return known;
  if (type === "object") return fillObject(schema, place);
  if (type === "array") return fillArray(schema, place);
  if (type === "null") return null;
  const said = String(schema.description ?? schema.title ?? "");
  const member: Member = { ...place, description: said.toLowerCase().slice(0, 300) };
  const asked = attempt < 2 ? fromPrompt(schema, type, member) : undefined;
  if (asked !== undefined) return asked;
  const examples = [...elementsOf(schema.examples), schema.example].filter((example) => isOfType(example, type));
  if (examples.length > 0 && attempt < 3) return pick(examples, random);
  if (attempt < 3 && isOfType(schema.default, type)) return schema.default;
  if (type === "boolean") return random() < (isMostlyFalse.test(name) ? 0 : isMostlyTrue.test(name) ? 0.9 : 0.5);
  if (type === "integer" || type === "number") {
    const usual = numberByName(member);
    return fitNumber(attempt < 4 ? usual : usual * (4 * random() - 2), schema, { type, random });
  }
  return fillString(schema, member, place);
}

const isMostlyTrue = named("active|enabled|available|verified|valid|success|ok|stock|open|public");
const isMostlyFalse = named("deleted|archived|error|disabled|hidden|expired|cancelled|blocked|banned");

function fillString(schema: Schema, member: Member, { made, writeExample }: Place): string {
  const { pattern, format, minLength = 0 } = schema;
  countMade(made, Number(minLength) / charactersOfAValue);
  const text = writeString(member, typeof format === "string" ? format : "");
  if (typeof pattern !== "string")
    return fitString([text, ...otherForms(text)], schema, () => sentencesOf(member, Number(minLength)));
  const day = dateAfter(member.record.nextDay());
  return fitString([text, ...otherForms(text), day, `${day}T09:30:00Z`], schema, () => writeExample(schema));
}

function fromPrompt(schema: Schema, type: string, member: Member): unknown {
  if (type === "boolean") return booleanFromPrompt(member);
  if (type === "string") {
    const text = stringFromPrompt(member, typeof schema.format === "string" ? schema.format : undefined);
    return text === undefined ? undefined : fitString([text, ...otherForms(text)], schema, () => undefined);
  }
  if (type !== "integer" && type !== "number") return undefined;
  const value = numberFromPrompt(member);
  return value !== undefined && fitNumber(value, schema, { type, random: member.random }) === value ? value : undefined;
}

/** The value that the prompt mentions or means, else the default, else any. */
function fromEnum(values: unknown[], schema: Schema, { random, prompt, name }: Place): unknown {
  if (values.length === 0) throw new Unfillable("it has an empty enum");
  const text = ` ${wordsOfName(prompt.text)} `;
  const isMentioned = (value: unknown) =>
    /^(?:string|number)$/.test(typeof value) && text.includes(` ${wordsOfName(String(value))} `);
  const [mentioned] = values.filter(isMentioned).sort((a, b) => String(b).length - String(a).length);
  if (mentioned !== undefined) return mentioned;
  if (schema.default !== undefined && values.includes(schema.default)) return schema.default;
  const texts = values.filter((value) => typeof value === "string");
  const usual = /\b(?:units?|scale|system)\b/.test(name) ? /^(?:celsius|metric|c)$/i : /^$/;
  const meant = labelFor(prompt.text, texts) ?? texts.find((value) => value !== "" && usual.test(value));
  if (meant !== undefined) return meant;
  const present = values.filter((value) => value !== null);
  return pick(present.length > 0 ? present : values, random);
}

/** The same thing written otherwise, for patterns and lengths that want it so. */
function otherForms(text: string): string[] {
  const plain = text.normalize("NFD").replaceAll(/[^\w\s-]/g, "");
  return [
    text.split(/[,.;–] /)[0] ?? text,
    plain.replaceAll(" ", "-").toLowerCase(),
    plain.replaceAll(/\W+/g, "_").toLowerCase(),
    plain.toUpperCase(),
    text.replaceAll(/[^+\d]/g, ""),
  ];
}

function isOfType(value: unknown, type: string): boolean {
  if (value === undefined) return false;
  if (value === null) return type === "null";
  if (Array.isArray(value)) return type === "array";
  return type === "integer" ? Number.isInteger(value) : typeof value === type;
}

/** Keywords that only one type has. */
const typeByKeyword: [type: string, keyword: RegExp][] = [
  ["object", /^(?:properties|required|additionalProperties|minProperties|patternProperties|propertyNames)$/],
  ["array", /^(?:items|prefixItems|minItems|maxItems|uniqueItems|contains)$/],
  ["number", /^(?:minimum|maximum|exclusiveMinimum|exclusiveMaximum|multipleOf)$/],
];

function typeOf(schema: Schema, { random, attempt, depth }: Place): string {
  const { type } = schema;
  if (typeof type === "string") return type;
  if (Array.isArray(type) && type.length > 0) {
    if (depth > maxDepth && type.includes("null")) return "null";
    const others = type.filter((name) => name !== "null").map(String);
    const [first = "null"] = others;
    return attempt > 1 && others.length > 0 ? pick(others, random) : first;
  }
  return typeByKeyword.find(([, keyword]) => Object.keys(schema).some((name) => keyword.test(name)))?.[0] ?? "string";
}

function fillObject(schema: Schema, place: Place): Schema {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const { random, prompt, index, depth, attempt } = place;
  const isWhole = depth <= maxDepth && attempt < 4;
  const optional = isWhole ? Object.keys(properties).filter((name) => properties[name] !== false) : [];
  const names = [...new Set([...optional, ...namesIn(schema.required), ...namesIn(schema.dependentRequired)])];
  // What is inside of a record belongs to it; each element of a list is a separate record.
  const record = createRecord(names.map(wordsOfName).join(" "), { index, random, prompt });
  const isPart = depth > 0 && index === 0;
  const own = isPart ? { ...record, place: place.record.place, person: place.record.person } : record;
  const inner = { ...place, record: own, depth: depth + 1, isElement: false, parent: place.name };
  const result: Schema = {};
  const set = (name: string, sub: unknown) =>
    Object.defineProperty(result, name, {
      value: fill(sub, { ...inner, name: wordsOfName(name) }),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  const patterns = Object.entries(isObject(schema.patternProperties) ? schema.patternProperties : {});
  for (const name of names.slice(0, Number(schema.maxProperties ?? names.length)))
    set(name, Object.hasOwn(properties, name) ? properties[name] : (patternFor(patterns, name) ?? others(schema)));
  const least = names.length === 0 && isObject(schema.additionalProperties) ? 2 : Number(schema.minProperties ?? 0);
  const isClosed = schema.additionalProperties === false;
  const [[pattern, ofPattern] = []] = patterns;
  const rules = isObject(schema.propertyNames) ? schema.propertyNames : isClosed && pattern ? { pattern } : {};
  for (let extra = 0; extra < 50 && Object.keys(result).length < least; extra += 1) {
    const name = "pattern" in rules ? place.writeExample(rules) : `value_${extra + 1}`;
    if (!Object.hasOwn(result, name)) set(name, isClosed ? (ofPattern ?? true) : others(schema));
  }
  return result;
}

const others = ({ additionalProperties = true }: Schema) => additionalProperties;

/** The schema that names of that form have; patterns other than of a plain beginning are not read. */
const patternFor = (patterns: [string, unknown][], name: string) =>
  patterns.find(([pattern]) => /^\^?[\w-]+$/.test(pattern) && name.startsWith(pattern.replace("^", "")))?.[1];

function fillArray(schema: Schema, place: Place): unknown[] {
  const heads = elementsOf(schema.prefixItems);
  const contained = isObject(schema.contains) ? Number(schema.minContains ?? 1) : 0;
  const least = Math.max(Number(schema.minItems ?? 0), contained);
  const most = Math.min(Number(schema.maxItems ?? mostItems), schema.items === false ? heads.length : mostItems);
  const usual = place.depth > maxDepth || place.attempt >= 4 ? least : wantedCount(place);
  const length = Math.max(least, Math.min(usual, most, place.depth > 2 ? 2 : mostItems));
  const start = between(0, 999, place.random);
  const inner = { ...place, depth: place.depth + 1, name: singular(place.name), start, isElement: true };
  const result: unknown[] = [];
  const taken = new Set<string>();
  for (let tries = 0; result.length < length && tries < length * 4 + 8; tries += 1) {
    const at = result.length;
    const item = heads[at] ?? (at < contained ? schema.contains : (schema.items ?? true));
    const value = fill(item, { ...inner, index: tries });
    const text = JSON.stringify(value);
    if (taken.has(text) && (schema.uniqueItems === true || tries < Math.min(length * 2, length + mostItems))) continue;
    taken.add(text);
    result.push(value);
  }
  return result;
}

/** As many as the prompt asks for or has of the kind, else two or three. */
function wantedCount({ prompt, name, random }: Place): number {
  const words = name.split(" ");
  const asked = prompt.numbers.find(
    ({ nextTo, value }) =>
      value > 0 && value <= 30 && Number.isInteger(value) && nextTo.slice(0, 2).some((word) => words.includes(word)),
  );
  const found = kindsOf(singular(name)).map((kind) => prompt.find(kind).length);
  return asked?.value ?? (found.find((count) => count > 0) || between(2, 3, random));
}

const singular = (name: string) => (/(?:ss|us|is)$/.test(name) ? name : name.replace(/ies$/, "y").replace(/s$/, ""));

const namesIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(String) : isObject(value) ? Object.values(value).flatMap(namesIn) : [];
