import { setImmediate } from "node:timers/promises";
import { createLinearPattern, mostSteps } from "../patterns/linear-pattern.js";
import { UnreadablePattern } from "../patterns/translate-pattern.js";
import { writeMatch } from "../patterns/write-match.js";
import type { Random } from "../random.js";
import type { Conversation } from "./conversation.js";
import type { Schema } from "./json.js";

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
  if (!hasPattern(schema)) return { schema, unread: [] };
  const unread = new Map<string, string>();
  let steps = 0;
  const isRead = (pattern: string): boolean => {
    if (unread.has(pattern)) return false;
    try {
      steps += createLinearPattern(pattern).size;
      if (steps <= mostSteps) return true;
      unread.set(pattern, `the patterns of the schema have more than ${mostSteps} steps together`);
    } catch (error) {
      if (!(error instanceof UnreadablePattern)) return true;
      unread.set(pattern, error.message);
    }
    return false;
  };
  const read: unknown = JSON.parse(JSON.stringify(schema), (keyword, value) => {
    if (keyword === "pattern") return typeof value !== "string" || isRead(value) ? value : undefined;
    if (keyword !== "patternProperties" || typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).filter(([pattern]) => isRead(pattern)));
  });
  const sentences = [...unread].map(
    ([pattern, why]) => `The pattern '${pattern.slice(0, 80)}' of a schema is not enforced: ${why}.`,
  );
  return { schema: read as Schema, unread: sentences }; // an object, as it was
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

const hasPattern = (schema: Schema) => JSON.stringify(schema)?.includes('"pattern') ?? false;

/**
 * Resolves when a step of work on a schema may begin. There is one such step in a turn of the event loop, whoever asks
 * for it, so that others are answered between them.
 */
export function takeSchemaTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => setImmediate());
  return lastTurn;
}

let lastTurn = Promise.resolve();

const tries = 20;
const longestAsked = 10_000;

/**
 * A text that the pattern of a schema matches, of the length that it asks for where that is found. What is not found
 * goes into `hopeless`, and is looked for once only from then on.
 */
export function writeExample(schema: Schema, random: Random, hopeless: Set<string>): string {
  const { pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
  const [least, most] = [Number(minLength), Number(maxLength)];
  const wanted = JSON.stringify([pattern, minLength, maxLength]);
  const made = createLinearPattern(String(pattern));
  let text = "";
  for (let attempt = 0; attempt < (hopeless.has(wanted) ? 1 : tries); attempt += 1) {
    text = writeMatch(made, random, { least: Math.min(least, longestAsked), most });
    const { length } = [...text];
    if (length >= least && length <= most && made.test(text)) return text;
  }
  hopeless.add(wanted);
  return text;
}
