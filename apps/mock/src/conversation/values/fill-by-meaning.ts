import { pick, type Random } from "../../random.js";
import { labelFor } from "../feeling.js";
import { fitNumber, fitString, type Schema } from "./fit.js";
import { readHints } from "./hints.js";
import { numberByName, sentencesOf, stringByName, stringOfFormat } from "./made-values.js";
import { between, createRecord, dateAfter, type Member, wordsOfMember, wordsOfName } from "./member.js";
import { booleanByName, booleanFromPrompt, numberFromPrompt, stringFromPrompt } from "./prompt-values.js";
import { readSchema, Unfillable } from "./read-schema.js";

/** The purpose of made values. */
export interface Purpose {
  /** The words of the user. */
  prompt: string;
  /** The subject, in a few words. */
  subject: string;
  /** The results of tools. */
  results: string[];
}

export interface FillOptions {
  random: Random;
  purpose: Purpose;
  /** Makes a text of a schema with a pattern. */
  fakeText: (schema: Schema) => string;
  /** 0 for the first try; later ones take other branches and leave more out. */
  attempt: number;
  /** The number of values that all tries have made. */
  made: { count: number };
}

/** A value of a schema that fits the names and descriptions of its members. May be wrong; it is validated after. */
export function fillByMeaning(schema: Schema, { purpose, ...options }: FillOptions): unknown {
  const hints = readHints(purpose.prompt, purpose.results);
  const record = createRecord("", { index: 0, random: options.random, hints });
  const names = { name: wordsOfName(String(schema.title ?? "")), parent: "", index: 0, start: undefined };
  return fill(schema, { ...options, ...names, record, hints, subject: purpose.subject, root: schema, depth: 0 });
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
  const { random, hints, depth, attempt } = place;
  const schema = readSchema(given, { root: place.root, random, isDeep: depth > maxDepth, attempt });
  if ("const" in schema) return schema.const;
  if (Array.isArray(schema.enum)) return fromEnum(schema.enum, schema, place);
  const type = typeOf(schema, place);
  const known = hints.known.get(place.name.replaceAll(" ", "_")) ?? hints.known.get(place.name);
  if (known !== undefined && attempt === 0 && isOfType(known, type)) return known;
  if (type === "object") return fillObject(schema, place);
  if (type === "array") return fillArray(schema, place);
  if (type === "null") return null;
  const description = String(schema.description ?? schema.title ?? "")
    .toLowerCase()
    .slice(0, 300);
  const member: Member = { ...place, description };
  const asked = attempt < 2 ? fromPrompt(schema, type, member) : undefined;
  if (asked !== undefined) return asked;
  const examples = [...list(schema.examples), schema.example].filter((example) => isOfType(example, type));
  if (examples.length > 0 && attempt < 3) return pick(examples, random);
  if (attempt < 3 && isOfType(schema.default, type)) return schema.default;
  if (type === "boolean") return booleanByName(member);
  if (type === "integer" || type === "number") {
    const usual = numberByName(member);
    return fitNumber(attempt < 4 ? usual : usual * (4 * random() - 2), schema, { type, random });
  }
  const { pattern, format, minLength = 0 } = schema;
  countMade(place.made, Number(minLength) / charactersOfAValue);
  const text = (typeof format === "string" ? stringOfFormat(format, member) : undefined) ?? stringByName(member);
  const make = () => (typeof pattern === "string" ? place.fakeText(schema) : sentencesOf(member, Number(minLength)));
  const day = typeof pattern === "string" ? dateAfter(member.record.nextDay()) : undefined;
  const dates = day === undefined ? [] : [day, `${day}T09:30:00Z`];
  return fitString([text, ...otherForms(text), ...dates], schema, make);
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
function fromEnum(values: unknown[], schema: Schema, { random, hints, name }: Place): unknown {
  if (values.length === 0) throw new Unfillable("it has an empty enum");
  const text = ` ${wordsOfName(hints.text)} `;
  const mentioned = values.filter(
    (value) => /^(?:string|number)$/.test(typeof value) && text.includes(` ${wordsOfName(String(value))} `),
  );
  if (mentioned.length > 0) return mentioned.sort((a, b) => String(b).length - String(a).length)[0];
  if (schema.default !== undefined && values.includes(schema.default)) return schema.default;
  const texts = values.filter((value) => typeof value === "string");
  const meant =
    labelFor(hints.text, texts) ??
    texts.find((value) => synonyms.some(([said, named]) => named.test(value) && said.test(hints.text)));
  if (meant !== undefined) return meant;
  const usual = texts.find((value) => /^(?:celsius|metric|c)$/i.test(value));
  if (usual !== undefined && /\b(?:units?|scale|system)\b/.test(name)) return usual;
  const present = values.filter((value) => value !== null);
  return pick(present.length > 0 ? present : values, random);
}

/** Pairs what people say with the values of an enum that mean it. */
const synonyms: [said: RegExp, named: RegExp][] = [
  [/\bby (?:bike|bicycle)\b|\bcycling\b/i, /^(?:bicycl\w*|cycling|bik\w+)$/i],
  [/\bby car\b|\bdriv(?:e|ing)\b/i, /^(?:driv\w+|car)$/i],
  [/\bon foot\b|\bwalk(?:ing)?\b/i, /^(?:walk\w*|foot)$/i],
  [/\bby (?:bus|train|tram|metro|subway)\b|\bpublic transport\b/i, /^(?:transit|public_transport|bus|train)$/i],
  [/\bcelsius\b/i, /^(?:metric|c)$/i],
  [/\bfahrenheit\b/i, /^(?:imperial|f)$/i],
];

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
  const required = strings(schema.required);
  const isWhole = place.depth <= maxDepth && place.attempt < 4;
  const optional = isWhole ? Object.keys(properties).filter((name) => properties[name] !== false) : [];
  const needed = [...required, ...strings(schema.dependentRequired)];
  const names = [...new Set([...optional, ...needed])];
  const siblings = names.map(wordsOfMember).join(" ");
  const { random, hints, index } = place;
  // What is inside of a record belongs to it; each element of a list is a separate record.
  const record = createRecord(siblings, { index, random, hints });
  const own =
    place.depth === 0 || place.index > 0
      ? record
      : { ...record, place: place.record.place, person: place.record.person };
  const inner = { ...place, record: own, depth: place.depth + 1, isElement: false };
  const result: Schema = {};
  const set = (name: string, value: unknown) =>
    Object.defineProperty(result, name, { value, enumerable: true, configurable: true, writable: true });
  for (const name of names.slice(0, Number(schema.maxProperties ?? names.length))) {
    const sub = Object.hasOwn(properties, name)
      ? properties[name]
      : (patternFor(schema, name) ?? schema.additionalProperties ?? true);
    set(name, fill(sub, { ...inner, name: wordsOfMember(name), parent: place.name }));
  }
  const least = Math.max(
    Number(schema.minProperties ?? 0),
    names.length === 0 && isObject(schema.additionalProperties) ? 2 : 0,
  );
  const [pattern, ofPattern] = isObject(schema.patternProperties)
    ? (Object.entries(schema.patternProperties)[0] ?? [])
    : [];
  const isClosed = schema.additionalProperties === false;
  const nameRules = isObject(schema.propertyNames)
    ? schema.propertyNames
    : isClosed && pattern
      ? { pattern }
      : undefined;
  for (let extra = 0; extra < 50 && Object.keys(result).length < least; extra += 1) {
    const name = nameRules?.pattern === undefined ? (extraNames[extra] ?? `value_${extra}`) : place.fakeText(nameRules);
    const sub = isClosed ? ofPattern : schema.additionalProperties;
    if (!Object.hasOwn(result, name)) set(name, fill(sub ?? true, { ...inner, name, parent: place.name }));
  }
  return result;
}

const extraNames = ["first", "second", "third", "fourth", "fifth"];

/** The schema that names of that form have; patterns other than of a plain beginning are not read. */
function patternFor({ patternProperties }: Schema, name: string): unknown {
  if (!isObject(patternProperties)) return undefined;
  return Object.entries(patternProperties).find(
    ([pattern]) => /^\^?[\w-]+$/.test(pattern) && name.startsWith(pattern.replace("^", "")),
  )?.[1];
}

function fillArray(schema: Schema, place: Place): unknown[] {
  const heads = Array.isArray(schema.prefixItems) ? schema.prefixItems : [];
  const contained = schema.contains === undefined ? 0 : Number(schema.minContains ?? 1);
  const least = Math.max(Number(schema.minItems ?? 0), contained);
  const most = Math.min(Number(schema.maxItems ?? mostItems), schema.items === false ? heads.length : mostItems);
  const usual = place.depth > maxDepth || place.attempt >= 4 ? least : Math.max(least, wantedCount(place));
  const length = Math.max(least, Math.min(usual, most, place.depth > 2 ? Math.max(least, 2) : mostItems));
  const inner = {
    ...place,
    depth: place.depth + 1,
    name: singular(place.name),
    start: between(0, 999, place.random),
    isElement: true,
  };
  const result: unknown[] = [];
  const taken = new Set<string>();
  for (let tries = 0; result.length < length && tries < length * 4 + 8; tries += 1) {
    const index = result.length;
    const isContained = isObject(schema.contains) && index < Number(schema.minContains ?? 1);
    const item = heads[index] ?? (isContained ? schema.contains : (schema.items ?? true));
    const value = fill(item, { ...inner, index: tries });
    const text = JSON.stringify(value);
    if (taken.has(text) && (schema.uniqueItems === true || tries < Math.min(length * 2, length + mostItems))) continue;
    taken.add(text);
    result.push(value);
  }
  return result;
}

/** As many as the prompt wants, else two or three. */
function wantedCount({ hints, name, random }: Place): number {
  const words = name.split(" ");
  const asked = hints.numbers.find(
    ({ nextTo, value }) =>
      value > 0 && value <= 30 && Number.isInteger(value) && nextTo.slice(0, 2).some((word) => words.includes(word)),
  );
  const isNamed = /\b(events?|meetings?|appointments?)$/.test(name) && hints.dates.length === 1;
  const people = /\b(participants?|attendees?|people|guests?)$/.test(name)
    ? Math.max(hints.people.length, hints.emails.length)
    : 0;
  if (asked === undefined && (isNamed || people > 0)) return isNamed ? 1 : people;
  return (
    asked?.value ?? Math.max(Math.min(hints.numbers.length === 0 ? hints.places.length : 0, 4), between(2, 3, random))
  );
}

function singular(name: string): string {
  if (/(ss|us|is)$/.test(name)) return name;
  return name.replace(/ies$/, "y").replace(/s$/, "");
}

const isObject = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const strings = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.map(String);
  return isObject(value) ? Object.values(value).flatMap(strings) : [];
};
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
