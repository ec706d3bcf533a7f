import { inspect } from "node:util";
import { validateRequestBody } from "@model-access/contract";
import { type } from "arktype";
import * as v from "valibot";
import { expect, test } from "vitest";
import { z } from "zod";
import * as mini from "zod/mini";
import * as z3 from "zod/v3";
import { ModelAccessError } from "../src/index.js";
import {
  chatResponseFormat,
  messageOutputFormat,
  parseChatCompletion,
  parseMessage,
  parseResponse,
  parseText,
  responseTextFormat,
  type StandardSchema,
  StructuredOutputError,
} from "../src/structured/index.js";
import { clientAnswering, exampleOf, failureOf, request } from "./stub-service.js";

const jsonSchema = {
  type: "object",
  properties: { name: { type: "string" }, age: { type: "integer" } },
  required: ["name", "age"],
};

interface Person {
  name: string;
  age: number;
}
interface Library {
  library: string;
  schema: StandardSchema<Person>;
  options: { jsonSchema?: typeof jsonSchema };
}

const zodPerson = z.strictObject({ name: z.string(), age: z.int().max(150) });
const libraries: Library[] = [
  { library: "zod", schema: zodPerson, options: {} },
  { library: "arktype", schema: type({ "+": "reject", name: "string", age: "number.integer <= 150" }), options: {} },
  {
    library: "valibot",
    schema: v.strictObject({ name: v.string(), age: v.pipe(v.number(), v.integer(), v.maxValue(150)) }),
    options: { jsonSchema },
  },
];

const ada = '{"name":"Ada","age":36}';

// What a model says in each dialect, made from the contract's own examples.
const completion = exampleOf("createChatCompletion", "200") as Parameters<typeof parseChatCompletion>[0];
const { output_text: _, ...response } = exampleOf("createResponse", "200") as Parameters<typeof parseResponse>[0];
const message = exampleOf("createMessage", "200") as Parameters<typeof parseMessage>[0];

function completionOf(content: string | null, finish_reason = "stop", refusal?: string): typeof completion {
  return {
    choices: [{ index: 0, message: { role: "assistant", content, ...(refusal && { refusal }) }, finish_reason }],
  };
}
function responseOf(text: string, changes: Partial<Parameters<typeof parseResponse>[0]> = {}): typeof response {
  return {
    ...response,
    output: [outputMessage({ type: "output_text", text, annotations: [], logprobs: [] })],
    ...changes,
  };
}
function outputMessage(part: object, phase?: string): (typeof response)["output"][number] {
  const item = { type: "message", id: "msg_1", status: "completed", role: "assistant", content: [part], phase };
  return item as (typeof response)["output"][number];
}
function messageOf(text: string, stop_reason = "end_turn"): typeof message {
  return { content: [{ type: "text", text }], stop_reason };
}

test.each(libraries)(
  "asks for a schema of $library in all dialects, in requests that the contract takes",
  ({ schema, options }) => {
    const named = { ...options, name: "person", description: "A person", strict: true };

    const chat = { ...request, response_format: chatResponseFormat(schema, named) };
    const respond = { model: "m", input: "Who?", text: { format: responseTextFormat(schema, named) } };
    const write = { ...request, max_tokens: 64, output_config: { format: messageOutputFormat(schema, options) } };

    expect(validateRequestBody("createChatCompletion", "application/json", chat)).toEqual([]);
    expect(validateRequestBody("createResponse", "application/json", respond)).toEqual([]);
    expect(validateRequestBody("createMessage", "application/json", write)).toEqual([]);
    const { format } = respond.text;
    for (const found of [chat.response_format.json_schema.schema, format.schema, write.output_config.format.schema])
      expect(found).toMatchObject({ type: "object", properties: { name: { type: "string" } } });
    expect(format).toMatchObject({ type: "json_schema", name: "person", description: "A person", strict: true });
  },
);

test.each(libraries)("gives the value of a reply in all dialects, checked by $library", async ({ schema }) => {
  const values = await Promise.all([
    parseChatCompletion(completionOf(ada), schema),
    parseResponse(responseOf(ada), schema),
    parseMessage(messageOf(ada), schema),
    parseText(ada, schema),
  ]);

  expect(values).toEqual([1, 2, 3, 4].map(() => ({ name: "Ada", age: 36 })));
});

test.each(libraries)(
  "throws with the issues of $library and the text where the schema does not take the reply",
  async ({ schema }) => {
    const text = '{"name":"Ada","age":3600}';

    const error = await failureOf(parseChatCompletion(completionOf(text), schema), StructuredOutputError);

    expect(error).toBeInstanceOf(ModelAccessError);
    expect(error).toMatchObject({
      name: "StructuredOutputError",
      reason: "invalid",
      mayHaveBeenProcessed: "yes",
      message: "The reply does not fit the schema (1 in error.issues)",
      text,
      issues: [{ message: expect.any(String), path: ["age"] }],
    });
  },
);

test("gives what a transformation makes of the reply, and asks for what goes into it", async () => {
  const schema = z.object({ day: z.string().transform((text) => new Date(text)) });

  const { json_schema } = chatResponseFormat(schema);
  const value = await parseChatCompletion(completionOf('{"day":"2026-11-21"}'), schema);

  expect(json_schema.schema).toMatchObject({ properties: { day: { type: "string" } } });
  expect(value.day).toEqual(new Date("2026-11-21"));
});

test("waits for a schema that checks asynchronously", async () => {
  const schema = zodPerson.refine(async ({ name }) => name !== "Ada");

  expect(await failureOf(parseText(ada, schema))).toMatchObject({ reason: "invalid" });
});

test("uses a given JSON Schema in place of the library's", () => {
  expect(chatResponseFormat(zodPerson, { jsonSchema }).json_schema.schema).toBe(jsonSchema);
});

test("asks for a JSON Schema where the library has none", () => {
  const make = () => messageOutputFormat(v.string());

  expect(make).toThrow("jsonSchema is missing: schemas of valibot have no JSON Schema; pass it as { jsonSchema: … }.");
  expect(make).toThrow(expect.objectContaining({ name: "OptionError", option: "jsonSchema" }));
});

test.each(["", "two words", "x".repeat(65)])("refuses %j as a name", (name) => {
  expect(() => chatResponseFormat(zodPerson, { name })).toThrow(expect.objectContaining({ option: "name" }));
});

const ofChat = (...args: Parameters<typeof completionOf>) => parseChatCompletion(completionOf(...args), zodPerson);
const ofResponse = (...args: Parameters<typeof responseOf>) => parseResponse(responseOf(...args), zodPerson);
const ofMessage = (...args: Parameters<typeof messageOf>) => parseMessage(messageOf(...args), zodPerson);
const incomplete = (reason: "content_filter" | "max_output_tokens") =>
  ({ status: "incomplete", incomplete_details: { reason } }) as const;
const refusal = { output: [outputMessage({ type: "refusal", refusal: "No." })] };

test.each<[string, () => Promise<unknown>, reason: string, text?: string]>([
  ["a refusal of chat", () => ofChat(null, "stop", "No."), "refused", "No."],
  ["a filtered chat", () => ofChat("{", "content_filter"), "refused", "{"],
  ["a chat cut by its length", () => ofChat('{"na', "length"), "truncated", '{"na'],
  [
    "a number cut by its length, which is JSON still",
    () => parseChatCompletion(completionOf("12", "length"), z.number()),
    "truncated",
  ],
  ["a chat without text", () => ofChat(null, "tool_calls"), "missing", ""],
  ["a chat without choices", () => parseChatCompletion({ choices: [] }, zodPerson), "missing"],
  ["prose", () => ofChat("Ada is 36."), "malformed", "Ada is 36."],
  ["the contract's completion, which is prose", () => parseChatCompletion(completion, zodPerson), "malformed"],
  ["a refusal of a response", () => ofResponse("", refusal), "refused", "No."],
  ["a filtered response", () => ofResponse("{", incomplete("content_filter")), "refused"],
  ["a response cut by its length", () => ofResponse("{", incomplete("max_output_tokens")), "truncated", "{"],
  ["a response that only calls tools", () => ofResponse("", { output: [] }), "missing"],
  ["the contract's response, which is prose", () => parseResponse(response, zodPerson), "malformed"],
  ["a refusal of a message", () => ofMessage("No.", "refusal"), "refused", "No."],
  ["a message cut by its length", () => ofMessage("{", "max_tokens"), "truncated"],
  ["a message that filled the context", () => ofMessage("{", "model_context_window_exceeded"), "truncated"],
  ["the contract's message, which is prose", () => parseMessage(message, zodPerson), "malformed"],
])("tells %s apart", async (_what, parse, reason, text = expect.any(String)) => {
  expect(await failureOf(parse())).toMatchObject({ name: "StructuredOutputError", issues: [], reason, text });
});

test("leaves out what a response says on the way", async () => {
  const text = { type: "output_text", annotations: [], logprobs: [] };
  const output = [
    outputMessage({ ...text, text: "Let me think." }, "commentary"),
    outputMessage({ ...text, text: ada }, "final_answer"),
  ];

  expect(await parseResponse(responseOf("", { output }), zodPerson)).toEqual({ name: "Ada", age: 36 });
});

test("reads a response that has only an output_text", async () => {
  const reply = responseOf("", { output: [], output_text: ada });

  expect(await parseResponse(reply, zodPerson)).toEqual({ name: "Ada", age: 36 });
});

test("passes over items, parts and blocks of tomorrow", async () => {
  const output = [{ type: "hologram" } as never, outputMessage({ type: "scent" }), ...responseOf(ada).output];
  const content = [{ type: "hologram" } as never, ...messageOf(ada).content];

  expect(await parseResponse(responseOf("", { output }), zodPerson)).toEqual({ name: "Ada", age: 36 });
  expect(await parseMessage({ content, stop_reason: "end_turn" }, zodPerson)).toEqual({ name: "Ada", age: 36 });
});

test("works with what a client gives", async () => {
  const client = clientAnswering({ ...completion, ...completionOf(ada) });

  const reply = await client.chat.completions.create({ ...request, response_format: chatResponseFormat(zodPerson) });

  expect(await parseChatCompletion(reply, zodPerson)).toEqual({ name: "Ada", age: 36 });
});

test("does not print the text of a reply with the error", async () => {
  const secret = '{"name":"Ada","age":"secret-age"}';
  const schema = type({ name: "string", age: "number" });

  const error = await failureOf(parseText(secret, schema));

  expect((error as StructuredOutputError).issues[0]?.message).toContain("age");
  expect(inspect(error, { depth: Infinity, showHidden: true }) + JSON.stringify(error)).not.toContain("secret-age");
});

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
