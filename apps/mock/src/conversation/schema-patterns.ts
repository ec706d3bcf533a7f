import { setImmediate } from "node:timers/promises";
import { createLinearPattern, type LinearPattern, mostSteps } from "../patterns/linear-pattern.js";
import { UnreadablePattern } from "../patterns/translate-pattern.js";
import { writeMatch } from "../patterns/write-match.js";
import type { Random } from "../random.js";
import { createBoundedMap } from "../session/bounded-map.js";
import type { Conversation } from "./conversation.js";

type Schema = Record<string, unknown>;

/** A schema without the patterns that can't be enforced, and a sentence on each of those. */
export interface ReadSchema {
  schema: Schema;
  unread: string[];
}

/**
 * Takes out of a schema the patterns that the engine can't read, and those beyond what it may have to do for one
 * schema. What is no pattern at all stays, for the compiler to refuse.
 */
export function readPatterns(schema: Schema): ReadSchema {
  const unread = new Map<string, string>();
  let steps = 0;
  const isRead = (pattern: string): boolean => {
    if (unread.has(pattern)) return false;
    try {
      steps += schemaPattern(pattern).size;
      if (steps <= mostSteps) return true;
      unread.set(pattern, `the patterns of the schema have more than ${mostSteps} steps together`);
    } catch (error) {
      if (!(error instanceof UnreadablePattern)) return true;
      unread.set(pattern, error.message);
    }
    return false;
  };
  const read = mapSchema(schema, (node) => {
    const { pattern, patternProperties, ...rest } = node;
    const keepsPattern = typeof pattern !== "string" || isRead(pattern);
    return {
      ...rest,
      ...("pattern" in node && keepsPattern && { pattern }),
      ...(isSchema(patternProperties) && {
        patternProperties: Object.fromEntries(Object.entries(patternProperties).filter(([name]) => isRead(name))),
      }),
    };
  });
  const sentences = [...unread].map(
    ([pattern, why]) => `The pattern '${pattern.slice(0, 80)}' of a schema is not enforced: ${why}.`,
  );
  return { schema: read, unread: sentences };
}

/** Returns the journal's remarks on the patterns of a request's schemas. */
export async function unreadPatterns({ tools, format }: Conversation): Promise<string[]> {
  const schemas = [...tools.map(({ parameters }) => parameters), ...(format.kind === "schema" ? [format.schema] : [])];
  const unread: string[] = [];
  for (const schema of schemas.filter(hasPattern)) {
    await takeSchemaTurn();
    unread.push(...readPatterns(schema).unread);
  }
  return unread;
}

/**
 * Resolves when a step of work on a schema may begin. There is one such step in a turn of the event loop, whoever asks
 * for it, so that others are answered between them.
 */
export function takeSchemaTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => setImmediate());
  return lastTurn;
}

let lastTurn = Promise.resolve();

/** True where a schema may have a pattern. */
export const hasPattern = (schema: Schema) => JSON.stringify(schema)?.includes('"pattern') ?? false;

/** As many as a long schema has. */
const patternsKept = 2000;

/** By their texts: a schema is read, compiled and filled, and lists have the same pattern again and again. */
const patterns = createBoundedMap<LinearPattern>({ entries: patternsKept });

/** The pattern of a text, made once. Throws what `createLinearPattern` throws. */
export function schemaPattern(text: string): LinearPattern {
  const known = patterns.get(text);
  if (known !== undefined) return known;
  const made = createLinearPattern(text);
  patterns.set(text, made);
  return made;
}

const tries = 20;
const longestAsked = 10_000;

/**
 * A text that the pattern of a schema matches, of the length that it asks for where that is found. What is not found
 * goes into `hopeless`, and is looked for once only from then on.
 */
export function writeExample(schema: Schema, random: Random, hopeless = new Set<string>()): string {
  const { pattern, minLength, maxLength } = schema;
  let made: LinearPattern;
  try {
    made = schemaPattern(String(pattern));
  } catch {
    return "text";
  }
  const least = Number(minLength ?? 0);
  const most = Number(maxLength ?? Number.POSITIVE_INFINITY);
  const wanted = JSON.stringify([pattern, minLength, maxLength]);
  let text = "";
  for (let attempt = 0; attempt < (hopeless.has(wanted) ? 1 : tries); attempt += 1) {
    text = writeMatch(made, random, { least: Math.min(least, longestAsked), most });
    const { length } = [...text];
    if (length >= least && length <= most && made.test(text)) return text;
  }
  hopeless.add(wanted);
  return text;
}

/** Keywords that hold schemas by name, and those that hold no schema. */
const namedSchemas = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"]);
const values = new Set(["const", "enum", "default", "examples", "required"]);

/** Puts what is made of each schema within a schema in its place, the inner ones first. */
function mapSchema(schema: Schema, change: (node: Schema) => Schema): Schema {
  return change(
    Object.fromEntries(
      Object.entries(schema).map(([keyword, value]) => {
        if (values.has(keyword)) return [keyword, value];
        if (namedSchemas.has(keyword) && isSchema(value)) {
          return [keyword, Object.fromEntries(Object.entries(value).map(([name, of]) => [name, inner(of)]))];
        }
        return [keyword, Array.isArray(value) ? value.map(inner) : inner(value)];
      }),
    ),
  );

  function inner(value: unknown): unknown {
    return isSchema(value) ? mapSchema(value, change) : value;
  }
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
