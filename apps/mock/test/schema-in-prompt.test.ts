import { expect, test } from "vitest";
import { createClient, say as sayBy } from "./client.js";

const schema = {
  type: "object",
  properties: { prime: { type: "integer" }, ok: { type: "boolean" } },
  required: ["prime", "ok"],
};
const text = JSON.stringify(schema);
const pretty = JSON.stringify(schema, null, 2);
const { type: _, ...untyped } = schema;
const asked = { prime: expect.any(Number), ok: expect.any(Boolean) };
const isJson = { response_format: { type: "json_object" } };

const client = createClient();
const say = (system: string | undefined, content: string, fields = {}) =>
  sayBy(client, content, { ...(system !== undefined && { system }), ...fields });

/** Prompts as the parsers of structured output write them. */
test.each<[string, string | undefined, string, object]>([
  ["a system prompt", `Answer with a JSON object that follows this schema: ${text}`, "Name one prime.", isJson],
  ["the user's message", undefined, `Name one prime. Answer as JSON by this schema:\n${pretty}`, isJson],
  [
    "a schema before its instruction",
    `JSON schema:\n${text}\nYou MUST answer with a JSON object that matches the JSON schema above.`,
    "Name one prime.",
    {},
  ],
  [
    "an example of a schema before it",
    undefined,
    `Name one prime.\nThe output should be formatted as a JSON instance that conforms to the JSON schema below.\n\nAs an example, for the schema {"properties": {"foo": {"title": "Foo", "type": "array", "items": {"type": "string"}}}, "required": ["foo"]}\nthe object {"foo": ["bar", "baz"]} is a well-formatted instance of the schema. The object {"properties": {"foo": ["bar", "baz"]}} is not well-formatted.\n\nHere is the output schema:\n\`\`\`\n${JSON.stringify(untyped)}\n\`\`\``,
    {},
  ],
  [
    "a named schema",
    `Respond only with JSON that fits ${JSON.stringify({ name: "answer", schema, strict: true })}.`,
    "Name one prime.",
    {},
  ],
  [
    "a schema with definitions",
    `Reply in JSON by this schema: ${JSON.stringify({ $ref: "#/$defs/Answer", $defs: { Answer: schema } })}`,
    "Name one prime.",
    {},
  ],
  ["braces before it", `Use {name} and { as they are. Reply in JSON: ${text}`, "Name one prime.", isJson],
])("a prompt that holds a schema is answered by the schema: %s", async (_what, system, content, fields) => {
  const answer = JSON.parse(await say(system, content, fields));

  expect(answer).toEqual(asked);
  expect(Number.isInteger(answer.prime)).toBe(true);
});

test("JSON that is wanted in a code block comes in one", async () => {
  const system = `Provide the parsed objects in json that match the following json_schema:\n\n${pretty}`;
  const answer = await say(system, "Name one prime. Return the JSON within a ```json codeblock, not the JSON_SCHEMA.");

  expect(answer).toMatch(/^```json\n\{.*\}\n```$/s);
  expect(JSON.parse(answer.slice(8, -4))).toEqual(asked);
});

test("a schema that can't be filled is no reason to refuse, and one that is asked about is explained", async () => {
  const wrong = JSON.stringify({ type: "object", properties: { a: { type: "nothing" } }, required: ["a"] });

  expect(JSON.parse(await say(`Reply in JSON by this schema: ${wrong}`, "Hi", isJson))).toEqual(expect.any(Object));
  expect(await say(undefined, `Explain this JSON schema: ${text}`)).not.toMatch(/^\{/);
});

test("a schema in a prompt decides the values by the question, not by its own words", async () => {
  const order = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };

  expect(JSON.parse(await say(`Reply in JSON: ${JSON.stringify(order)}`, "A flight to Lisbon, please."))).toEqual({
    city: "Lisbon",
  });
});
