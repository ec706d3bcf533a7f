import { pick, type Random } from "../../random.js";
import { booleanOf } from "./boolean-values.js";
import { fitNumber, fitString, type Schema } from "./fit.js";
import { firstFitting, fromEnum, isOfType, otherForms } from "./given-values.js";
import { type Hints, readHints } from "./hints.js";
import {
  between,
  createRecord,
  type DataRecord,
  dateAfter,
  type Member,
  wordsOfMember,
  wordsOfName,
} from "./member.js";
import { numberByName } from "./number-values.js";
import { readSchema } from "./read-schema.js";
import { sentencesOf, stringByName } from "./string-by-name.js";
import { stringOfFormat } from "./string-of-format.js";

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
export function fillByMeaning(schema: Schema, { random, purpose, fakeText, attempt, made }: FillOptions): unknown {
  const hints = readHints(purpose.prompt, purpose.results);
  const record = createRecord("", { index: 0, random, hints });
  const names = { name: wordsOfName(String(schema.title ?? "")), parent: "", index: 0, start: undefined, record };
  return fill(schema, {
    ...names,
    root: schema,
    depth: 0,
    random,
    hints,
    subject: purpose.subject,
    fakeText,
    attempt,
    made,
  });
}

interface Place {
  root: Schema;
  depth: number;
  name: string;
  parent: string;
  index: number;
  start: number | undefined;
  isElement?: boolean;
  record: DataRecord;
  random: Random;
  hints: Hints;
  subject: string;
  fakeText: (schema: Schema) => string;
  attempt: number;
  made: { count: number };
}

/** Deeper than this, only what has to be there is. */
const maxDepth = 5;
const deepest = 60;
/** In all tries together. */
const mostMade = 10_000;
/** A list has no more, but where it has to. */
const mostItems = 100;

function fill(given: unknown, place: Place): unknown {
  if (place.depth > deepest) throw new RangeError("The schema is too deep.");
  place.made.count += 1;
  if (place.made.count > mostMade) throw new RangeError("The schema asks for too many values.");
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
  const given_ = firstFitting(schema, type, member, attempt);
  if (given_ !== undefined) return given_;
  if (type === "boolean") return booleanOf(member);
  if (type === "integer" || type === "number") return fitNumber(numberByName(member), schema, { type, random });
  const { pattern, format } = schema;
  if (typeof pattern === "string" && /^\^?\\?[[(]?\\?d?[^a-z]*\{4\}-/.test(pattern)) {
    const date = fitString([dateAfter(member.record.nextDay())], schema, () => undefined);
    if (date !== undefined) return date;
  }
  const text = (typeof format === "string" ? stringOfFormat(format, member) : undefined) ?? stringByName(member);
  const make = () =>
    typeof pattern === "string" ? place.fakeText(schema) : sentencesOf(member, Number(schema.minLength));
  return fitString([text, ...otherForms(text)], schema, make);
}

function typeOf(schema: Schema, { random, attempt, depth }: Place): string {
  const { type } = schema;
  if (typeof type === "string") return type;
  if (Array.isArray(type) && type.length > 0) {
    if (depth > maxDepth && type.includes("null")) return "null";
    const others = type.filter((name) => name !== "null").map(String);
    const [first = "null"] = others;
    return attempt > 1 && others.length > 0 ? pick(others, random) : first;
  }
  if (
    ["properties", "required", "additionalProperties", "minProperties", "patternProperties"].some(
      (word) => word in schema,
    )
  )
    return "object";
  if (["items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains"].some((word) => word in schema))
    return "array";
  if (["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"].some((word) => word in schema))
    return "number";
  return "string";
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
  for (let extra = 0; extra < 50 && Object.keys(result).length < least; extra += 1) {
    const name = extraNames[extra] ?? `value_${extra}`;
    if (!Object.hasOwn(result, name))
      set(name, fill(schema.additionalProperties ?? true, { ...inner, name, parent: place.name }));
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
  const least = Number(schema.minItems ?? 0);
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
    const item = heads[index] ?? (index === 0 && isObject(schema.contains) ? schema.contains : (schema.items ?? true));
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
