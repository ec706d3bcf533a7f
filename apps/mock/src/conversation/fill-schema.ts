import type { Random } from "../random.js";
import { Refusal } from "../refusal.js";
import { isLargerExpanded } from "./expanded-size.js";
import {
  hasPattern,
  readPatterns,
  schemaPattern,
  takeSchemaTurn,
  withExamples,
  writeExample,
} from "./schema-patterns.js";
import { fillByMeaning, type Purpose } from "./values/fill-by-meaning.js";

type Schema = Record<string, unknown>;

const maxSchemaLength = 100_000;
const maxValues = 5000;
const maxExpanded = 20_000;
const validatorsKept = 50;
const attempts = [0, 1, 2, 3, 4, 5, 6, 7];
const noPurpose: Purpose = { prompt: "", subject: "", results: [] };

/** By the text of their schemas, on which alone they depend, so that one table does for all mocks of a process. */
const validators = new Map<string, ReturnType<typeof compile>>();

/**
 * A value of a JSON Schema (2020-12) that fits the names of its members and the words of the prompt, or where that can't
 * be made one of json-schema-faker; Ajv says which. Refuses a schema that can't be compiled or that neither can fill.
 */
export async function fillSchema(sent: Schema, random: Random, purpose = noPurpose): Promise<unknown> {
  const text = JSON.stringify(sent);
  if (text.length > maxSchemaLength) throw unfillable("it is larger than 100 000 characters");
  if (isLargerExpanded(sent, maxExpanded)) {
    throw unfillable(`it has more than ${maxExpanded} schemas with its references followed`);
  }
  await takeSchemaTurn();
  const { schema } = hasPattern(sent) ? readPatterns(sent) : { schema: sent };
  // The faker can't be stopped by itself, so what would keep it busy is not begun.
  if (leastSize(schema) > maxValues) throw unfillable(`it asks for more than ${maxValues} values`);
  const [isValid, fake] = await Promise.all([validatorOf(schema, text), loadFaker(random)]);
  const hopeless = new Set<string>();
  const fakeText = (part: Schema) => writeExample(part, random, hopeless);
  const options = { random, purpose, fakeText, made: { count: 0 } };
  const byMeaning = attempts.map((attempt) => () => fillByMeaning(schema, { ...options, attempt }));
  const made = await makeValue([...byMeaning, () => fake(withExamples(schema, random))], isValid);
  if (made === undefined) throw unfillable("no value was found that satisfies it");
  return made.value;
}

/** The first value that is valid; undefined where there is none. What one maker can't make the next may; others are let in between. */
async function makeValue(
  makers: (() => unknown)[],
  isValid: (value: unknown) => boolean,
): Promise<{ value: unknown } | undefined> {
  for (const make of makers) {
    await takeSchemaTurn();
    try {
      const value = make();
      if (isValid(value)) return { value };
    } catch {
      // The next one is tried.
    }
  }
  return undefined;
}

/** The validator of a schema. The last ones are kept: a client sends its tools with every request. */
function validatorOf(schema: Schema, text: string): ReturnType<typeof compile> {
  const validator = validators.get(text) ?? compile(schema);
  validators.delete(text);
  validators.set(text, validator);
  const [oldest] = validators.keys();
  if (oldest !== undefined && validators.size > validatorsKept) validators.delete(oldest);
  return validator;
}

/** Loaded when a request first needs them: most never do. */
const load = {
  ajv: once(() => Promise.all([import("ajv/dist/2020.js"), import("ajv-formats")])),
  faker: once(() => import("json-schema-faker")),
};

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

async function compile(schema: Schema): Promise<(value: unknown) => boolean> {
  const [{ Ajv2020 }, { default: addFormats }] = await load.ajv();
  await takeSchemaTurn();
  // The optimizer takes time by the square of the members. Without `allErrors` the code of each member stands in that of
  // the one before, and two thousand are too deep for the stack.
  const code = { regExp: linearPatterns, optimize: false };
  const ajv = new Ajv2020({ strict: false, logger: false, allErrors: true, code });
  // Both packages are CommonJS; what `default` holds depends on who loads them.
  (typeof addFormats === "function" ? addFormats : addFormats.default)(ajv);
  try {
    // Client libraries name older dialects here, of which Ajv has no meta-schema; what they write means the same in all.
    const { $schema: _dialect, ...rest } = schema;
    return ajv.compile(rest);
  } catch (error) {
    throw unfillable(error instanceof Error ? error.message : "it is no JSON Schema");
  }
}

/** Makes the patterns of a schema. Its own name is for code that Ajv writes to a file, which is done nowhere. */
const linearPatterns = Object.assign(schemaPattern, {
  code: "createLinearPattern",
});

async function loadFaker(random: Random): Promise<(schema: Schema) => unknown> {
  const { JSONSchemaFaker } = await load.faker();
  const options = {
    random,
    alwaysFakeOptionals: true,
    minItems: 1,
    maxItems: 3,
    maxLength: 40,
    refDepthMin: 0,
    refDepthMax: 2,
    useExamplesValue: true,
    fillProperties: false,
  };
  // Its options are the process's, so they are set before each use; what it makes in between is made at once.
  return (schema: Schema) => {
    JSONSchemaFaker.option(options);
    return JSONSchemaFaker.generate(structuredClone(schema));
  };
}

const unfillable = (why: string) =>
  new Refusal("invalid_parameter", `The JSON Schema can't be used: ${why.slice(0, 200)}.`);

const deepestCounted = 40;
const charactersOfAValue = 100;

/**
 * How many values an instance of a schema has at least when every property and one element of every array is filled. A
 * long text counts as many.
 */
function leastSize(given: unknown, depth = 0): number {
  if (typeof given !== "object" || given === null || depth > deepestCounted) return 1;
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
