import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { fullFormats as formats } from "ajv-formats/dist/formats.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fillSchema } from "../src/conversation/fill-schema.js";
import { createRandom } from "../src/random.js";

const string = { type: "string" };
const number = { type: "number" };
const integer = { type: "integer" };

/** The members of an object that the model makes for a prompt. */
async function values(properties: Record<string, unknown>, prompt = "", { seed = 1, results = [] as string[] } = {}) {
  const schema = { type: "object", properties, required: Object.keys(properties) };
  const purpose = { prompt, subject: prompt.toLowerCase(), results };
  return (await fillSchema(schema, createRandom(prompt, seed), purpose)) as Record<string, unknown>; // the schema is of an object
}

test("bounds and formats in a description are obeyed, and examples and defaults come before made-up values", async () => {
  const properties = {
    tags: { type: "array", items: string, description: "Labels. min items: 3. max items: 3." },
    score: { ...integer, description: "{minimum: 70, maximum: 70}" },
    mail: { ...string, description: "format: email" },
    size: { ...string, examples: ["XL"] },
    limit: { ...integer, default: 25 },
  };

  expect(await values(properties, "Any")).toEqual({
    tags: [expect.any(String), expect.any(String), expect.any(String)],
    score: 70,
    mail: expect.stringMatching("@"),
    size: "XL",
    limit: 25,
  });
});

test("a value that a tool has given back is used again", async () => {
  const results = ['{"temperature": 18.5, "condition": "misty"}'];

  expect(await values({ temperature: number, condition: string }, "Sum it up", { results })).toEqual({
    temperature: 18.5,
    condition: "misty",
  });
});

test.each<[string, Record<string, unknown>, RegExp]>([
  ["email", string, /^[\w.]+@example\.com$/],
  ["website", string, /^https:\/\/\w+\.example\.com\//],
  ["firstName", string, /^\p{Lu}\p{L}+$/u],
  ["customer_name", string, /^\p{Lu}\p{L}+ \p{Lu}\p{L}+$/u],
  ["phone", string, /^\+1 555 01\d\d$/],
  ["start_date", string, /^20\d\d-\d\d-\d\d$/],
  ["createdAt", string, /^20\d\d-\d\d-\d\dT\d\d:\d\d:00Z$/],
  ["startTime", string, /^\d\d:\d\d$/],
  ["country_code", string, /^[A-Z]{2}$/],
  ["currency", string, /^[A-Z]{3}$/],
  ["timezone", string, /^\w+\/\w+/],
  ["order_id", string, /^orde_[a-z2-9]{8}$/],
  ["hex_color", string, /^#[0-9a-f]{6}$/],
  ["price", number, /^\d+\.\d{1,2}$/],
  ["percentage", integer, /^\d{1,2}$/],
  ["latitude", number, /^-?\d{1,2}\.\d+$/],
  ["rating", { ...number, minimum: 1, maximum: 5 }, /^[1-5](\.\d)?$/],
  ["confidence", { ...number, minimum: 0, maximum: 1 }, /^0\.\d+$/],
  ["age", integer, /^[1-7]\d$/],
  ["flight_number", string, /^[A-Z]{2} \d{3,4}$/],
  ["passport_number", string, /^[A-Z]\d{8}$/],
  ["tax_rate", number, /^0\.\d{1,2}$/],
  ["command", string, /^[a-z]+ /],
  ["correo", string, /@/],
  ["prix", number, /^\d/],
])("a member called %s looks like one", async (name, schema, form) => {
  for (let seed = 0; seed < 20; seed += 1)
    expect(String((await values({ [name]: schema }, "", { seed }))[name])).toMatch(form);
});

test("the values of one object belong together", async () => {
  const address = { type: "object", properties: { city: string, country: string, latitude: number } };
  const made = await values(
    {
      first_name: string,
      email: string,
      address,
      check_in: string,
      check_out: string,
      departure_time: string,
      arrival_time: string,
    },
    "",
    {
      seed: 3,
    },
  );

  expect(made.email).toContain(String(made.first_name).normalize("NFD").replaceAll(/\W/g, "").toLowerCase());
  expect(String(made.check_in) < String(made.check_out)).toBe(true);
  expect(String(made.departure_time) < String(made.arrival_time)).toBe(true);
  expect(Object.values(made.address as object)).toEqual(
    expect.arrayContaining([expect.any(String), expect.any(Number)]),
  );
});

test.each(Object.keys(formats).filter((format) => !/^(?:int|float|double)/.test(format)))(
  "a text of the format %s is valid",
  async (format) => {
    for (let seed = 0; seed < 5; seed += 1)
      expect(await values({ value: { ...string, format } }, "", { seed })).toEqual({ value: expect.any(String) });
  },
);

test.each([
  { pattern: "^[a-z]+$", minLength: 40, maxLength: 40 },
  { pattern: "^[A-Z]{2}[a-z]*-\\d{3}$", minLength: 30 },
  { pattern: "^([a-z]+\\.)+com$", minLength: 60, maxLength: 80 },
])("a text of a pattern is as long as it has to be: %j", async (rules) => {
  for (let seed = 0; seed < 5; seed += 1)
    expect(await values({ value: { ...string, ...rules } }, "", { seed })).toEqual({ value: expect.any(String) });
});

test("the most is not below the least", async () => {
  const properties = { min_price: number, max_price: number, min_age: integer, max_age: integer };

  for (let seed = 0; seed < 20; seed += 1) {
    const made = (await values(properties, "", { seed })) as Record<string, number>; // all are numbers
    expect(Number(made.max_price)).toBeGreaterThanOrEqual(Number(made.min_price));
    expect(Number(made.max_age)).toBeGreaterThanOrEqual(Number(made.min_age));
  }
});

test("the options of a question, the words of a text and the addresses of a list differ", async () => {
  const list = { type: "array", items: string, minItems: 3, maxItems: 4 };
  const questions = {
    type: "array",
    minItems: 2,
    items: { type: "object", properties: { question: string, options: list } },
  };
  const made = await values({ questions, cc: list, keywords: list }, "Make a quiz about tea ceremonies in Kyoto");
  const [first, second] = made.questions as { question: string; options: string[] }[];

  expect(first?.question).toMatch(/\?$/);
  expect(first?.question).not.toBe(second?.question);
  for (const texts of [first?.options, made.cc, made.keywords] as string[][])
    expect(new Set(texts).size).toBe(texts.length);
  expect((made.keywords as string[]).every((word) => /^[\w-]{4,}$/.test(word))).toBe(true);
});

test("all flights of a list go the way that the prompt says", async () => {
  const items = { type: "object", properties: { departure_airport: string, arrival_airport: string } };
  const { flights } = await values({ flights: { type: "array", items, minItems: 3 } }, "Flights from Oslo to Rome");

  expect(flights).toEqual(Array(3).fill({ departure_airport: "OSL", arrival_airport: "FCO" }));
});

test("a joke has its own punchline", async () => {
  const punchlines = new Map<unknown, unknown>();
  for (let seed = 0; seed < 20; seed += 1) {
    const { setup, punchline } = await values({ setup: string, punchline: string }, "Tell me a joke", { seed });
    expect(setup).toMatch(/\?$/);
    expect(punchlines.get(setup) ?? punchline).toBe(punchline);
    punchlines.set(setup, punchline);
  }
  expect(punchlines.size).toBeGreaterThan(1);
  expect(new Set(punchlines.values()).size).toBe(punchlines.size);
});

test("elements of a list differ", async () => {
  const items = { type: "object", properties: { name: string, price: number } };
  const { products } = await values({ products: { type: "array", items, minItems: 3 } }, "Three products");
  const names = (products as { name: string }[]).map(({ name }) => name);

  expect(new Set(names).size).toBe(names.length);
});

const name = fc.constantFrom(
  "city",
  "price",
  "id",
  "email",
  "tags",
  "note",
  "count",
  "isOpen",
  "x",
  "a b",
  "__proto__",
  "",
);

const anySchema = fc.letrec<{ schema: Record<string, unknown> }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4 },
    fc.record(
      { type: fc.constant("string"), format: fc.constantFrom("date", "email", "uri", "uuid", "time", "ipv6", "odd") },
      { requiredKeys: ["type"] },
    ),
    fc
      .tuple(fc.nat(40), fc.nat(40))
      .map(([minLength, more]) => ({ type: "string", minLength, maxLength: minLength + more })),
    fc
      .constantFrom("^[A-Z]{3}-\\d{2}$", "^\\d{4}-\\d{2}-\\d{2}$", "^#[0-9a-f]{6}$", "^(a|b)+$", "^[a-z_]+$")
      .map((pattern) => ({ type: "string", pattern })),
    fc
      .tuple(fc.integer({ min: -500, max: 500 }), fc.nat(300), fc.constantFrom(1, 5, 0.5, 7))
      .map(([minimum, more, multipleOf]) => ({
        type: "number",
        minimum,
        maximum: minimum + more + multipleOf,
        multipleOf,
      })),
    fc.tuple(fc.integer({ min: -50, max: 50 }), fc.nat(20)).map(([exclusiveMinimum, more]) => ({
      type: "integer",
      exclusiveMinimum,
      exclusiveMaximum: exclusiveMinimum + 2 + more,
    })),
    fc
      .array(fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)), { minLength: 1, maxLength: 4 })
      .map((values) => ({ enum: values })),
    fc.constantFrom<Record<string, unknown>>({ type: "boolean" }, { type: "null" }, { type: ["string", "null"] }, {}),
    fc
      .tuple(tie("schema"), fc.nat(3), fc.nat(3))
      .map(([items, minItems, more]) => ({ type: "array", items, minItems, maxItems: minItems + more })),
    fc
      .tuple(fc.dictionary(name, tie("schema"), { maxKeys: 4, noNullPrototype: true }), fc.boolean())
      .map(([properties, isStrict]) => ({
        type: "object",
        properties,
        required: Object.keys(properties).filter((key) => key !== "__proto__"),
        ...(isStrict && { additionalProperties: false }),
      })),
    fc.array(tie("schema"), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
    tie("schema").map((schema) => ({ allOf: [schema, {}] })),
  ),
})).schema;

test("whatever the schema asks for, the value validates and is the same the next time", async () => {
  const ajv = new Ajv2020({ strict: false, logger: false });
  (typeof addFormats === "function" ? addFormats : addFormats.default)(ajv);

  await fc.assert(
    fc.asyncProperty(
      anySchema,
      fc.nat(),
      fc.constantFrom("", "3 days in Rome for 2 people"),
      async (schema, seed, prompt) => {
        const purpose = { prompt, subject: prompt, results: [] };
        const fill = () => fillSchema(schema, createRandom(prompt, seed), purpose);
        const made = await fill();
        expect(
          ajv.validate(schema, made),
          `${JSON.stringify(schema)} ${JSON.stringify(made)} ${ajv.errorsText()}`,
        ).toBe(true);
        expect(await fill()).toEqual(made);
      },
    ),
    { numRuns: 100 * Number(process.env.FUZZ_RUNS ?? 1) },
  );
});

const node = (properties: object) => ({
  $defs: { node: { type: "object", properties, required: Object.keys(properties), additionalProperties: false } },
  $ref: "#/$defs/node",
});
const a = (schema: object) => ({ type: "object", properties: { a: schema }, required: ["a"] });
const kind = (name: string) => a({ const: name });

/** Structures that a generator of values easily gets wrong. */
test.each<Record<string, unknown>>([
  {
    ...a(string),
    ...JSON.parse('{"if": {"required": ["a"]}, "then": {"required": ["b"]}, "else": {"required": ["c"]}}'),
  },
  { type: "object", patternProperties: { "^S_": string }, additionalProperties: false, minProperties: 1 },
  { type: "object", propertyNames: { pattern: "^[a-z]{3}$" }, minProperties: 2, additionalProperties: integer },
  { type: "array", prefixItems: [string, integer], items: false, minItems: 2 },
  { type: "array", contains: { const: 5 }, minContains: 2, items: integer },
  { type: "array", items: { ...integer, minimum: 1, maximum: 3 }, uniqueItems: true, minItems: 3 },
  { not: string, type: ["string", "integer"] },
  { allOf: [a(string), { type: "object", properties: { b: integer }, required: ["b"] }], unevaluatedProperties: false },
  { oneOf: [integer, { ...number, minimum: 2 }] },
  { oneOf: [kind("x"), kind("y")] },
  node({ value: string, next: { anyOf: [{ $ref: "#/$defs/node" }, { type: "null" }] } }),
  node({ value: string, children: { type: "array", items: { $ref: "#/$defs/node" } } }),
  { type: "object", dependentRequired: { a: ["b"] }, properties: { a: string, b: string } },
  {
    type: "object",
    dependentSchemas: { a: { required: ["c"], properties: { c: integer } } },
    properties: { a: string },
  },
  a({ ...integer, multipleOf: 3, minimum: 10, maximum: 12 }),
  { type: "object", additionalProperties: a({ ...string, format: "date" }), minProperties: 1 },
  a({ ...string, minLength: 500 }),
  { ...a({ $ref: "#/definitions/one" }), definitions: { one: { enum: [1, null] } } },
  { $defs: { one: { $anchor: "one", ...integer } }, $ref: "#one" },
  { type: "object", properties: { a: true, b: false }, required: ["a"] },
  {
    anyOf: [
      { ...string, format: "email" },
      { ...string, format: "uri" },
    ],
  },
  a({ ...string, pattern: "^\\d{3}-[A-Z]+$", maxLength: 6 }),
  {
    ...a({ enum: ["x", "y"] }),
    allOf: JSON.parse(
      '[{"if": {"properties": {"a": {"const": "x"}}}, "then": {"properties": {"b": {"type": "string"}}, "required": ["b"]}},' +
        '{"if": {"properties": {"a": {"const": "y"}}}, "then": {"properties": {"c": {"type": "integer"}}, "required": ["c"]}}]',
    ),
  },
  { allOf: [{ enum: ["a", "b"] }, { enum: ["b", "c"] }] },
  { type: "object", minProperties: 3, properties: { a: string } },
  { ...number, exclusiveMinimum: 0, exclusiveMaximum: 0.001 },
  { ...integer, not: { multipleOf: 2 } },
  a({ type: "array", items: integer }),
  a({ enum: ["x", "y"] }),
  a(a(a({ enum: ["x", "y"] }))),
  a({ anyOf: [{ ...string, format: "email" }, { type: "null" }] }),
  a({ ...string, format: "date-time" }),
  a({ ...string, pattern: "^[A-Z]{3}-\\d{2}$" }),
  a({ ...integer, exclusiveMinimum: 3, exclusiveMaximum: 5 }),
  a({ ...string, minLength: 12 }),
  node({
    value: { ...number, exclusiveMinimum: 0, maximum: 1 },
    kids: { type: "array", items: { $ref: "#/$defs/node" } },
  }),
  {
    oneOf: [
      { allOf: [kind("a"), { properties: { n: { ...integer, multipleOf: 5, minimum: 12 } }, required: ["n"] }] },
      kind("b"),
    ],
  },
])("a value is found for %j", async (schema) => {
  const ajv = new Ajv2020({ strict: false, logger: false });
  (typeof addFormats === "function" ? addFormats : addFormats.default)(ajv);

  for (let seed = 0; seed < 10; seed += 1) {
    const made = await fillSchema(schema, createRandom("", seed));
    expect([made, ajv.validate(schema, made)]).toEqual([made, true]);
  }
});
