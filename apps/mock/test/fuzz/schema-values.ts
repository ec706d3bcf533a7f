import { type Choose, pick } from "./choices.js";
import { oddNames, oddSchemas, oddTexts, oddValues } from "./odd-values.js";

/** The keywords of JSON Schema by which the contract limits values. */
export interface Schema {
  $ref?: string;
  const?: unknown;
  enum?: [unknown, ...unknown[]];
  anyOf?: [Schema, ...Schema[]];
  oneOf?: [Schema, ...Schema[]];
  type?: string | [string, ...string[]];
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  default?: unknown;
  examples?: unknown[];
}

interface Making {
  schemas: Record<string, Schema>;
  choose: Choose;
  depth?: number;
}

/** From here on values are as plain as the schema lets them be. */
const plainFrom = 6;
const deepest = 20;

/** Members whose value is a JSON schema of the caller's own. */
const schemaMembers = ["parameters", "input_schema", "schema"];

/** A value of a schema: for the most part a right one, else one at its edge or just over. */
export function makeValue(schema: Schema, { schemas, choose, depth = 0 }: Making): unknown {
  const making = { schemas, choose: depth < plainFrom ? choose : () => 0, depth: depth + 1 };
  if (depth > deepest) return null;
  if (schema.$ref !== undefined) return makeValue(schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {}, making);
  if ("const" in schema) return schema.const;
  if (schema.enum !== undefined) return pick(schema.enum, choose);
  const { anyOf, oneOf, ...rest } = schema;
  const variants = anyOf ?? oneOf;
  if (variants !== undefined) return makeValue({ ...rest, ...pick(variants, choose) }, making);
  const type = typeof schema.type === "object" ? pick(schema.type, choose) : schema.type;
  const make = makers[type ?? ""];
  return make === undefined ? pick(oddValues, making.choose) : make(schema, making);
}

const makers: Record<string, (schema: Schema, making: Required<Making>) => unknown> = {
  object: makeObject,
  array: ({ items = {}, minItems = 0, maxItems = 3 }, making) =>
    Array.from({ length: minItems + making.choose(Math.max(1, maxItems - minItems + 2)) }, () =>
      makeValue(items, making),
    ),
  string: ({ examples = [], default: usual, minLength = 0, maxLength = 0 }, { choose }) =>
    pick(
      [examples[0] ?? usual ?? "Hello", ...examples, ...oddTexts, "x".repeat(minLength), "x".repeat(maxLength + 1)],
      choose,
    ),
  integer: makeNumber,
  number: makeNumber,
  boolean: (_, { choose }) => choose(2) === 1,
  null: () => null,
};

function makeNumber({ minimum = 0, maximum = minimum + 10 }: Schema, { choose }: Making): number {
  return pick([minimum, maximum, minimum - 1, maximum + 1, (minimum + maximum) / 2, 1e9], choose);
}

function makeObject({ properties = {}, required = [], additionalProperties = {} }: Schema, making: Required<Making>) {
  const { choose } = making;
  const made: [string, unknown][] = [];
  for (const [name, schema] of Object.entries(properties)) {
    if (!required.includes(name) && choose(4) !== 1) continue;
    const isSchema = schemaMembers.includes(name) && choose(2) === 1;
    made.push([name, isSchema ? pick(oddSchemas, choose) : makeValue(schema, making)]);
  }
  if (choose(8) === 1) {
    made.push([
      pick(oddNames, choose),
      makeValue(typeof additionalProperties === "object" ? additionalProperties : {}, making),
    ]);
  }
  return Object.fromEntries(made);
}
