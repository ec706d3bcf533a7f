import { pick, type Random } from "../../random.js";
import type { Schema } from "../json.js";
import { elementsOf, isObject } from "../json.js";

interface ReadOptions {
  root: Schema;
  random: Random;
  /** True where the value is deep already; then alternatives that go no deeper are taken. */
  isDeep: boolean;
  /** Later attempts take other alternatives. */
  attempt: number;
}

/** Thrown where no value can be made of a schema; its message ends a sentence on the schema. */
export class Unfillable extends Error {}

const maxReferences = 30;

/** A schema with its references followed, one of its alternatives taken and all of `allOf` laid together. */
export function readSchema(given: unknown, options: ReadOptions, followed = 0): Schema {
  if (typeof given !== "object" || given === null) return {};
  if (followed > maxReferences) throw new Unfillable("it refers to itself without end");
  // Objects of a JSON Schema have members by name.
  const {
    $ref,
    $dynamicRef: _ref,
    anyOf,
    oneOf,
    allOf,
    if: condition,
    then,
    else: otherwise,
    ...own
  } = given as Schema;
  const { attempt } = options;
  const parts = [
    typeof $ref === "string" ? pointed(options.root, $ref) : undefined,
    alternative(anyOf, options),
    alternative(oneOf, options),
    ...elementsOf(allOf),
    ...(condition === undefined ? [] : attempt % 2 === 0 ? [condition, then] : [otherwise]),
  ].filter((part) => part !== undefined);
  const schema = parts.reduce<Schema>((sum, part) => joined(sum, readSchema(part, options, followed + 1)), own);
  return attempt < 4 && typeof schema.description === "string" ? withSaid(schema, schema.description) : schema;
}

const longestDescription = 1000;

/** Client libraries move keywords that a service does not take into the description: `min items: 3`, `{minLength: 5}`. */
function withSaid(schema: Schema, description: string): Schema {
  const said = description.slice(0, longestDescription);
  const [, format] = /\bformat: "?([a-z-]{3,20})\b/.exec(said) ?? [];
  const bounds = [...said.matchAll(saidBound)].map(([, words = "", value]) => [
    words.replace(/ (.)/g, (_, letter: string) => letter.toUpperCase()),
    Number(value),
  ]);
  return { ...(format !== undefined && { format }), ...Object.fromEntries(bounds), ...schema };
}

const saidBound =
  /\b(min(?:imum|(?: i|I)tems|(?: l|L)ength)|max(?:imum|(?: i|I)tems|(?: l|L)ength)|exclusive(?: m|M)(?:in|ax)imum|multiple(?: o|O)f): ?(-?\d{1,9}(?:\.\d+)?)/g;

function alternative(value: unknown, { random, isDeep, attempt }: ReadOptions): unknown {
  const all = elementsOf(value);
  if (all.length === 0) return undefined;
  if (isDeep) {
    const ends = all.filter((schema) => !leadsOn(schema));
    return ends.find(isNull) ?? ends[0] ?? all[0];
  }
  const present = all.filter((schema) => !isNull(schema));
  const open = present.length > 0 ? present : all;
  return attempt === 0 ? pick(open.slice(0, 3), random) : pick(all, random);
}

/** The findings on schemas, each of which may be visited thousands of times. */
const leading = new WeakMap<object, boolean>();

/** True where a schema refers to others or itself. */
function leadsOn(schema: unknown): boolean {
  if (typeof schema !== "object" || schema === null) return false;
  const known = leading.get(schema) ?? JSON.stringify(schema).includes('"$ref"');
  leading.set(schema, known);
  return known;
}

const isNull = (schema: unknown) =>
  typeof schema === "object" && schema !== null && "type" in schema && schema.type === "null";

/** Both schemas at once, as far as that can be said in one. */
function joined(a: Schema, b: Schema): Schema {
  const result: Schema = { ...b, ...a };
  for (const [name, value] of Object.entries(a)) if (Object.hasOwn(b, name)) result[name] = both(name, value, b[name]);
  return result;
}

function both(keyword: string, a: unknown, b: unknown): unknown {
  if (/^(?:min|exclusiveMin)/.test(keyword)) return Math.max(Number(a), Number(b));
  if (/^(?:max|exclusiveMax)/.test(keyword)) return Math.min(Number(a), Number(b));
  if (keyword === "required") return [...new Set([...elementsOf(a), ...elementsOf(b)])];
  if (keyword === "enum") return elementsOf(a).filter((value) => elementsOf(b).includes(value));
  if (keyword === "properties" && isObject(a) && isObject(b)) {
    const shared = Object.keys(a).filter((name) => Object.hasOwn(b, name));
    return { ...b, ...a, ...Object.fromEntries(shared.map((name) => [name, { allOf: [a[name], b[name]] }])) };
  }
  if (keyword !== "type") return a;
  const shared = [a].flat().filter((type) => [b].flat().includes(type));
  if (shared.length > 0) return shared.length === 1 ? shared[0] : shared;
  return [a, b].flat().includes("integer") ? "integer" : a;
}

export function pointed(root: Schema, reference: string): unknown {
  if (/^#[^/]/.test(reference)) return anchored(root, reference.slice(1));
  if (!reference.startsWith("#")) return {};
  const segments = decodeURIComponent(reference.slice(1)).split("/").filter(Boolean);
  // A pointer walks through objects by name.
  return segments.reduce<unknown>(
    (at, segment) => (at as Schema | undefined)?.[segment.replaceAll("~1", "/").replaceAll("~0", "~")],
    root,
  );
}

function anchored(schema: unknown, name: string): unknown {
  if (typeof schema !== "object" || schema === null) return undefined;
  if ("$anchor" in schema && schema.$anchor === name) return schema;
  return Object.values(schema)
    .map((inner) => anchored(inner, name))
    .find((found) => found !== undefined);
}
