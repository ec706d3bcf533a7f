import type { Random } from "../random.js";

type Schema = Record<string, unknown>;

const maxDepth = 6;
const mostMade = 10_000;

const formats: Record<string, string> = {
  date: "2026-11-21",
  time: "09:30:00Z",
  "date-time": "2026-11-21T09:30:00Z",
  duration: "PT30M",
  email: "kari@harbour.example",
  hostname: "harbour.example",
  ipv4: "192.0.2.7",
  ipv6: "2001:db8::7",
  uri: "https://harbour.example/7",
  "uri-reference": "/7",
  uuid: "6f1c2a9b-4d3e-4f77-8a0b-1c2d3e4f5a6b",
};

/** A value of a schema by its first ways: the required members, the least of what is asked for. May be wrong; it is validated after. */
export function fillPlainly(schema: Schema, makers: Makers): unknown {
  return fill(schema, { root: schema, depth: 0, made: { count: 0 }, ...makers });
}

interface Makers {
  random: Random;
  /** Makes a text of a schema with a pattern. */
  fakeText: (schema: Schema) => string;
}

interface Place extends Makers {
  root: Schema;
  depth: number;
  /** How many values there are already. */
  made: { count: number };
}

function fill(given: unknown, place: Place): unknown {
  place.made.count += 1;
  if (place.made.count > mostMade) throw new RangeError("The schema asks for too many values.");
  if (given === true || place.depth > maxDepth) return "text";
  const schema = merged(given, place.root);
  if ("const" in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[Math.floor(place.random() * schema.enum.length)];
  const deeper = { ...place, depth: place.depth + 1 };
  const type = Array.isArray(schema.type) ? schema.type[0] : (schema.type ?? typeByKeywords(schema));
  if (type === "object") return fillObject(schema, deeper);
  if (type === "array") return fillArray(schema, deeper);
  if (type === "integer" || type === "number") return fillNumber(schema, type);
  if (type === "boolean") return place.random() < 0.5;
  if (type === "null") return null;
  return typeof schema.pattern === "string" ? place.fakeText(schema) : fillString(schema);
}

/** A schema with its reference followed, the first of its alternatives taken and all of `allOf` laid together. */
function merged(given: unknown, root: Schema): Schema {
  if (typeof given !== "object" || given === null) return {};
  // Objects of a JSON Schema have members by name.
  const { $ref, anyOf, oneOf, allOf, ...own } = given as Schema;
  const parts = [
    typeof $ref === "string" ? pointed(root, $ref) : undefined,
    first(anyOf),
    first(oneOf),
    ...list(allOf),
  ];
  return parts.filter((part) => part !== undefined).reduce<Schema>((sum, part) => join(sum, merged(part, root)), own);
}

function join(a: Schema, b: Schema): Schema {
  const properties = { ...(a.properties as Schema | undefined), ...(b.properties as Schema | undefined) };
  const required = [...list(a.required), ...list(b.required)];
  return {
    ...b,
    ...a,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  };
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The first alternative that goes no deeper, so that recursion ends; else the first. */
function first(value: unknown): unknown {
  const alternatives = list(value);
  return alternatives.find((schema) => !JSON.stringify(schema).includes('"$ref"')) ?? alternatives[0];
}

function pointed(root: Schema, reference: string): unknown {
  if (!reference.startsWith("#")) return {};
  const segments = reference.slice(1).split("/").filter(Boolean);
  // A pointer walks through objects by name.
  return segments.reduce<unknown>(
    (at, segment) => (at as Schema | undefined)?.[segment.replaceAll("~1", "/").replaceAll("~0", "~")],
    root,
  );
}

function typeByKeywords(schema: Schema): string {
  if ("properties" in schema || "required" in schema) return "object";
  if ("items" in schema || "prefixItems" in schema) return "array";
  return "minimum" in schema || "maximum" in schema ? "number" : "string";
}

function fillObject(schema: Schema, place: Place): Schema {
  const properties = (schema.properties ?? {}) as Schema; // the keyword holds schemas by name
  const names = place.depth < maxDepth / 2 ? Object.keys(properties) : [];
  const wanted = new Set([...list(schema.required).map(String), ...names]);
  return Object.fromEntries(
    [...wanted].map((name) => [name, fill(properties[name] ?? schema.additionalProperties ?? true, place)]),
  );
}

function fillArray(schema: Schema, place: Place): unknown[] {
  const heads = list(schema.prefixItems).map((item) => fill(item, place));
  const wanted = Math.max(Number(schema.minItems ?? 0), place.depth < maxDepth / 2 ? 1 : 0);
  const length = Math.min(schema.items === false ? 0 : wanted, Number(schema.maxItems ?? wanted), 100);
  while (heads.length < length) heads.push(fill(schema.items ?? true, place));
  return heads;
}

function fillNumber(schema: Schema, type: "integer" | "number"): number {
  const step = typeof schema.multipleOf === "number" ? schema.multipleOf : type === "integer" ? 1 : 0.5;
  const above = [schema.minimum, schema.exclusiveMinimum].filter((value) => typeof value === "number");
  const below = [schema.maximum, schema.exclusiveMaximum].filter((value) => typeof value === "number");
  if (above.length === 0) return below.length === 0 ? 7 * step : Math.floor(Math.min(...below) / step - 1) * step;
  const least = Math.max(...above);
  const atLeast = Math.ceil(least / step) * step;
  return atLeast === schema.exclusiveMinimum || atLeast < least ? atLeast + step : atLeast;
}

function fillString({ format, minLength, maxLength }: Schema): string {
  const text = formats[String(format)] ?? "text";
  const long = text.padEnd(Math.min(Number(minLength ?? 0), 10_000), " and text");
  return typeof maxLength === "number" ? long.slice(0, maxLength) : long;
}
