import { isObject, parseJson, type Schema } from "../json.js";

/** A JSON Schema that stands in a text, and the text without it. */
export interface SchemaInPrompt {
  schema: Schema;
  rest: string;
}

const longestRead = 100_000;
/** A text of braces would be read from each of them. */
const mostBeginnings = 50;

/** Finds the JSON Schema in a text that wants JSON by it. Of several the last one is meant: examples come before it. */
export function findSchemaInPrompt(text: string): SchemaInPrompt | undefined {
  let found: { schema: Schema; from: number; to: number } | undefined;
  let from = text.indexOf("{");
  for (let count = 0; from !== -1 && from < longestRead && count < mostBeginnings; count += 1) {
    const to = endOfObject(text, from);
    const schema = to === undefined ? undefined : schemaOf(parseJson(text.slice(from, to)));
    if (to !== undefined && schema !== undefined) found = { schema, from, to };
    from = text.indexOf("{", schema === undefined || to === undefined ? from + 1 : to);
  }
  if (found === undefined) return undefined;
  const rest = `${text.slice(0, found.from)}${text.slice(found.to)}`.slice(0, longestRead);
  return wantsJson.test(rest) && !isAboutSchema.test(rest) ? { schema: found.schema, rest } : undefined;
}

const wantsJson = /\b(?:json|schema)\b/i;

/** The schema is what the question is about. */
const isAboutSchema =
  /^\s*(?:(?:please|can you|could you) )*(?:explain|describe|review|fix|improve|what|why|how|is|translate|convert|document)\b/i;

/** Returns the place after an object that begins at `from`; undefined where it doesn't end. */
function endOfObject(text: string, from: number): number | undefined {
  let depth = 0;
  let isInText = false;
  for (let at = from; at < Math.min(text.length, from + longestRead); at += 1) {
    const sign = text[at];
    if (isInText && sign === "\\") at += 1;
    else if (sign === '"') isInText = !isInText;
    else if (!isInText && sign === "{") depth += 1;
    else if (!isInText && sign === "}") {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}

/** A value that is a schema, or has one as structured outputs send it: under `schema` or `json_schema`. */
function schemaOf(value: unknown): Schema | undefined {
  if (!isObject(value)) return undefined;
  const { properties, type, items, $ref: reference, schema, json_schema: named } = value;
  const members = isObject(properties) ? Object.values(properties) : [];
  const hasMembers = members.length > 0 && members.every(isObject);
  if (hasMembers || (type === "array" && isObject(items)) || typeof reference === "string") return value;
  return schemaOf(schema) ?? schemaOf(named);
}
