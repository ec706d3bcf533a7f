import { createLinearPattern } from "../patterns/linear-pattern.js";
import type { Random } from "../random.js";
import { Refusal } from "../refusal.js";
import { createBoundedMap } from "../session/bounded-map.js";
import { isLargerExpanded } from "./expanded-size.js";
import type { Schema } from "./json.js";
import { readPatterns, takeSchemaTurn, writeExample } from "./schema-patterns.js";
import { fillValue } from "./values/fill-value.js";
import type { Purpose } from "./values/prompt.js";
import { Unfillable } from "./values/read-schema.js";

const maxSchemaLength = 100_000;
const maxExpanded = 20_000;
const validatorsKept = 50;
const attempts = 12;
const noPurpose: Purpose = { prompt: "", subject: "", results: [] };

/** By the text of their schemas, on which alone they depend, so that one table does for all mocks of a process. */
const validators = createBoundedMap<ReturnType<typeof compile>>({ entries: validatorsKept });

/**
 * A value of a JSON Schema (2020-12) that fits the names of its members and the words of the prompt; Ajv judges it.
 * Refuses a schema that can't be compiled or filled.
 */
export async function fillSchema(sent: Schema, random: Random, purpose = noPurpose): Promise<unknown> {
  const text = JSON.stringify(sent);
  if (text.length > maxSchemaLength) throw unfillable("it is larger than 100 000 characters");
  if (isLargerExpanded(sent, maxExpanded)) {
    throw unfillable(`it has more than ${maxExpanded} schemas with its references followed`);
  }
  await takeSchemaTurn();
  const { schema } = readPatterns(sent);
  const isValid = await validatorOf(schema, text);
  const hopeless = new Set<string>();
  const options = {
    random,
    purpose,
    writeExample: (part: Schema) => writeExample(part, random, hopeless),
    made: { count: 0 },
  };
  let why = "no value was found that satisfies it";
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    await takeSchemaTurn();
    try {
      const value = fillValue(schema, { ...options, attempt });
      if (isValid(value)) return value;
    } catch (error) {
      // The next attempt takes other alternatives.
      if (error instanceof Unfillable) why = error.message;
    }
  }
  throw unfillable(why);
}

/** The validator of a schema. The last ones are kept: a client sends its tools with every request. */
function validatorOf(schema: Schema, text: string): ReturnType<typeof compile> {
  const validator = validators.get(text) ?? compile(schema);
  validators.set(text, validator);
  return validator;
}

/** Loaded when a request first needs them: most never do. */
const loadAjv = () => Promise.all([import("ajv/dist/2020.js"), import("ajv-formats")]);

async function compile(schema: Schema): Promise<(value: unknown) => boolean> {
  const [{ Ajv2020 }, { default: addFormats }] = await loadAjv();
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

/** Its own name is for code that Ajv writes to a file, which is done nowhere. */
const linearPatterns = Object.assign((pattern: string) => createLinearPattern(pattern), {
  code: "createLinearPattern",
});

const unfillable = (why: string) =>
  new Refusal("invalid_parameter", `The JSON Schema can't be used: ${why.slice(0, 200)}.`);
