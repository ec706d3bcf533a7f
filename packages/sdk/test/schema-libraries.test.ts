// What docs/sdk/structured-output.md says of the schema libraries.
import { expect, test } from "vitest";
import * as zod from "zod";
import * as mini from "zod/mini";
import { z as three } from "zod/v3";
import { chatResponseFormat, parseText, type StandardSchema } from "../src/structured/index.js";

const object = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };

test("zod 4 makes the JSON Schema itself", () => {
  const { schema } = chatResponseFormat(zod.strictObject({ name: zod.string() })).json_schema;

  expect(schema).toMatchObject({ ...object, additionalProperties: false });
});

test.each<[string, StandardSchema<{ name: string }>, Record<string, unknown>]>([
  [
    "zod mini",
    mini.strictObject({ name: mini.string() }),
    { ...mini.toJSONSchema(mini.object({ name: mini.string() })) },
  ],
  ["zod 3", three.object({ name: three.string() }), object],
])("%s checks replies, and takes its JSON Schema as an option", async (_library, schema, jsonSchema) => {
  expect(() => chatResponseFormat(schema)).toThrow("schemas of zod have no JSON Schema; pass it as { jsonSchema: … }");
  expect(chatResponseFormat(schema, { jsonSchema }).json_schema.schema).toMatchObject(object);
  expect(await parseText('{ "name": "Ada" }', schema)).toEqual({ name: "Ada" });
  await expect(parseText('{ "name": 1 }', schema)).rejects.toMatchObject({ reason: "invalid" });
});

test("an optional member is not required, as strict providers want it, and a nullable one is", () => {
  const schema = zod.strictObject({ born: zod.int().optional(), died: zod.int().nullable() });

  expect(chatResponseFormat(schema, { strict: true }).json_schema.schema).toMatchObject({ required: ["died"] });
});
