import { expect, test } from "vitest";
import { z } from "zod";
import * as mini from "zod/mini";
import * as z3 from "zod/v3";
import { chatResponseFormat, parseText, type StandardSchema } from "../src/structured/index.js";

// As the page "Structured output" says.

test("zod leaves an optional member out of the required ones, and keeps a nullable one", () => {
  const Person = z.strictObject({ nick: z.string().optional(), born: z.int().nullable() });

  const { json_schema } = chatResponseFormat(Person, { strict: true });

  expect(json_schema.schema).toMatchObject({ required: ["born"], additionalProperties: false });
});

test("zod/mini makes its JSON Schema by toJSONSchema", async () => {
  const Person = mini.strictObject({ name: mini.string() });

  const jsonSchema = mini.toJSONSchema(Person, { io: "input" }) as Record<string, unknown>;
  const { json_schema } = chatResponseFormat(Person, { jsonSchema });

  expect(json_schema.schema).toMatchObject({ required: ["name"], additionalProperties: false });
  expect(await parseText('{"name":"Ada"}', Person)).toEqual({ name: "Ada" });
});

test("a schema of zod 3 reads replies, and its JSON Schema is written by hand", async () => {
  const Person = z3.object({ name: z3.string() }).strict();
  const jsonSchema = {
    type: "object",
    properties: { name: { type: "string" } },
    required: ["name"],
    additionalProperties: false,
  };

  const { json_schema } = chatResponseFormat(Person, { jsonSchema, strict: true });

  expect(json_schema).toMatchObject({ schema: jsonSchema, strict: true });
  expect(await parseText('{"name":"Ada"}', Person)).toEqual({ name: "Ada" });
});

test.each<[string, StandardSchema]>([
  ["zod/mini", mini.strictObject({ name: mini.string() })],
  ["zod 3", z3.object({ name: z3.string() })],
])("asks for the JSON Schema of %s", (_library, schema) => {
  expect(() => chatResponseFormat(schema)).toThrow(/^jsonSchema is missing: .* pass it as \{ jsonSchema: … \}/);
});
