type Schema = Record<string, unknown>;

const deepest = 40;
const charactersOfAValue = 100;

/**
 * How many values an instance of a schema has at least when every property and one element of every array is filled. A
 * long text counts as many.
 */
export function leastSize(given: unknown, depth = 0): number {
  if (typeof given !== "object" || given === null || depth > deepest) return 1;
  const { properties, items, prefixItems, minItems, minLength, allOf, anyOf, oneOf } = given as Schema; // keywords by name
  const sum = (schemas: unknown) =>
    (Array.isArray(schemas) ? schemas : []).reduce((total: number, schema) => total + leastSize(schema, depth + 1), 0);
  const largest = (schemas: unknown) =>
    Math.max(0, ...(Array.isArray(schemas) ? schemas : []).map((schema) => leastSize(schema, depth + 1)));
  const members = sum(typeof properties === "object" && properties !== null ? Object.values(properties) : []);
  const elements = items === undefined ? 0 : Math.max(1, Number(minItems ?? 1)) * leastSize(items, depth + 1);
  const text = Number(minLength ?? 0) / charactersOfAValue;
  return 1 + text + members + elements + sum(prefixItems) + sum(allOf) + largest(anyOf) + largest(oneOf);
}
