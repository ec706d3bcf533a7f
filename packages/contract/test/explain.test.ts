import { expect, test } from "vitest";
import {
  validateParameters,
  validateRequestBody,
  validateResponseBody,
  validateResponseHeaders,
} from "../src/index.ts";

const json = "application/json";
const user = { role: "user", content: "Hi" };
const chat = (change: object) =>
  validateRequestBody("createChatCompletion", json, { model: "GPT-5.2", messages: [user], ...change });
const chatWith = (content: unknown) => chat({ messages: [{ role: "user", content }] });
const message = (change: object) =>
  validateRequestBody("createMessage", json, { model: "claude-haiku-4.5", max_tokens: 9, messages: [user], ...change });
const reply = (change: object) =>
  validateResponseBody("createMessage", 200, json, {
    ...{ id: "m", type: "message", role: "assistant", content: [], model: "m" },
    ...{ stop_reason: "end_turn", stop_sequence: null, usage: { input_tokens: 1, output_tokens: 1 } },
    ...change,
  });
const response = (change: object) =>
  validateRequestBody("createResponse", json, { model: "GPT-5.2", input: "Hi", ...change });
const upload = (form: object) => validateRequestBody("uploadFile", "multipart/form-data", form);

test.each([
  [
    "an empty list of parts",
    chatWith([]),
    "'messages[0].content' is expected to have at least 1 element, not an empty array.",
  ],
  [
    "a content that is neither text nor parts",
    chatWith(5),
    "'messages[0].content' is expected to be a string or an array, not 5.",
  ],
  ["a part that is no object", chatWith(["Hi"]), `'messages[0].content[0]' is expected to be an object, not "Hi".`],
  [
    "too many elements by their number",
    chat({ stop: ["a", "b", "c", "d", "e"] }),
    "'stop' is expected to have at most 4 elements, not 5.",
  ],
  [
    "all types of a union in one list",
    chat({ stop: 5 }),
    "'stop' is expected to be a string, an array or null, not 5.",
  ],
  [
    "the variant of a choice that names its type",
    chat({ tool_choice: { type: "function" } }),
    "The required field 'tool_choice.function' is missing.",
  ],
  [
    "a choice without a type",
    chat({ tool_choice: { name: "f" } }),
    "The required field 'tool_choice.type' is missing.",
  ],
  [
    "a word that is no choice",
    chat({ tool_choice: "any" }),
    `'tool_choice' is expected to be one of "none", "auto", "required", not "any".`,
  ],
  [
    "a schema whose own type is wrong",
    message({ tools: [{ name: "f", input_schema: { type: "string" } }] }),
    `'tools[0].input_schema.type' is expected to be "object", not "string".`,
  ],
  [
    "a tool without a schema",
    message({ tools: [{ name: "f" }] }),
    "The required field 'tools[0].input_schema' is missing.",
  ],
  [
    "a text that does not match",
    response({ tools: [{ type: "function", name: "my tool" }] }),
    `'tools[0].name' is expected to match the pattern ^[a-zA-Z0-9_-]+$, not "my tool".`,
  ],
  [
    "a role that no item has",
    response({ input: [{ role: "tool", content: "Hi" }] }),
    `'input[0].role' is expected to be one of "user", "assistant", "system", "developer", not "tool".`,
  ],
  [
    "an item that does not say what it is",
    response({ input: [{ content: "Hi" }] }),
    "The required field 'input[0].role' is missing.",
  ],
  [
    "a name that is too long",
    response({ metadata: { ["k".repeat(65)]: "v" } }),
    `The name "${"k".repeat(59)}… in 'metadata' is expected to have at most 64 characters, not 65.`,
  ],
  [
    "a text that is too long by its length",
    response({ metadata: { k: "🙂".repeat(513) } }),
    "'metadata.k' is expected to have at most 512 characters, not 513.",
  ],
  [
    "members that exclude each other",
    upload({ file: "bytes", download_url: "https://x.example/a" }),
    "The value is expected to fit one variant of its schema alone, not several: it has 'file', 'download_url'.",
  ],
  ["a form without any of its variants", upload({}), "The required field 'file' is missing."],
  [
    "a header that is no date",
    validateParameters("createMessage", { header: { "anthropic-version": "latest" } }),
    `The header 'anthropic-version' is expected to be a date (YYYY-MM-DD), not "latest".`,
  ],
  [
    "a header that is missing",
    validateParameters("createMessage", {}),
    "The required header 'anthropic-version' is missing.",
  ],
  [
    "a query parameter by its place",
    validateParameters("listPointsHistory", { query: { limit: "0" } }),
    "The query parameter 'limit' is expected to be at least 1, not 0.",
  ],
  [
    "a header of a reply",
    validateResponseHeaders("createMessage", 429, {}),
    "The required header 'retry-after' is missing.",
  ],
  [
    "an item of a reply by its type",
    reply({ content: [{ type: "tool_use", id: "t", input: {} }] }),
    "The required field 'content[0].name' is missing.",
  ],
])("explains %s", (_title, violations, sentence) => {
  expect(violations.map(({ message }) => message)).toEqual([sentence]);
});

test("points at a name that is too long", () => {
  const name = "k/".repeat(40);

  expect(response({ metadata: { [name]: "v" } })[0]?.pointer).toBe(`/metadata/${name.replaceAll("/", "~1")}`);
});

test("explains each of several mistakes once, the deepest first", () => {
  const content = [
    { type: "text", text: 7 },
    { type: "tool_use", id: "t", name: "n", input: "{}" },
  ];

  expect(reply({ role: "user", content, stop_reason: 9 }).map(({ pointer }) => pointer)).toEqual([
    "/content/0/text",
    "/content/1/input",
    "/role",
    "/stop_reason",
  ]);
});

test("explains a body with 10 000 wrong messages by a few of them", () => {
  const messages = Array.from({ length: 10_000 }, () => ({ role: "bot", content: [{ type: "text" }] }));

  expect(chat({ messages })).toHaveLength(20);
});
