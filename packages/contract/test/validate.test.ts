import { expect, test } from "vitest";
import {
  operations,
  validateParameters,
  validateRequestBody,
  validateResponseBody,
  validateResponseHeaders,
  validateStreamEvent,
} from "../src/index.ts";

const json = "application/json";
const chat = (change: object) =>
  validateRequestBody("createChatCompletion", json, {
    model: "GPT-5.2",
    messages: [{ role: "user", content: "Hi" }],
    ...change,
  });
const message = (change: object) =>
  validateRequestBody("createMessage", json, {
    model: "claude-haiku-4.5",
    max_tokens: 9,
    messages: [{ role: "user", content: "Hi" }],
    ...change,
  });
const block = (content: unknown) => message({ messages: [{ role: "user", content: [content] }] });

test("accepts valid bodies", () => {
  expect(chat({})).toEqual([]);
  expect(message({})).toEqual([]);
});

test("accepts a reply without content only beside tool calls", () => {
  const reply = (message: object) => {
    const choices = [{ index: 0, message: { role: "assistant", ...message }, finish_reason: "tool_calls" }];
    const body = { id: "c", object: "chat.completion", created: 1, model: "m", choices, usage };
    return validateResponseBody("createChatCompletion", 200, json, body).map(({ pointer }) => pointer);
  };
  const usage = { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 };
  const call = { id: "call_1", type: "function", function: { name: "now", arguments: "{}" } };

  expect(reply({ tool_calls: [call] })).toEqual([]);
  expect(reply({ content: null, tool_calls: [call] })).toEqual([]);
  expect(reply({})).toEqual(["/choices/0/message/content"]);
});

test.each([
  [
    "a missing field",
    chat({ messages: undefined }),
    "/messages",
    "required",
    "The required field 'messages' is missing.",
  ],
  [
    "a number out of range",
    chat({ temperature: 3 }),
    "/temperature",
    "maximum",
    "'temperature' is expected to be at most 2, not 3.",
  ],
  ["a wrong type", chat({ messages: "Hi" }), "/messages", "type", `'messages' is expected to be an array, not "Hi".`],
  [
    "a place in an array",
    message({ messages: [{ role: "user", content: 5 }] }),
    "/messages/0/content",
    "type",
    "'messages[0].content' is expected to be a string or an array, not 5.",
  ],
  [
    "a value outside an enumeration",
    message({ messages: [{ role: "wizard", content: "" }] }),
    "/messages/0/role",
    "enum",
    `'messages[0].role' is expected to be one of "user", "assistant", not "wizard".`,
  ],
  [
    "the variant that the value says it is",
    block({ type: "image" }),
    "/messages/0/content/0/source",
    "required",
    "The required field 'messages[0].content[0].source' is missing.",
  ],
  [
    "a variant inside a variant",
    block({ type: "image", source: { type: "url" } }),
    "/messages/0/content/0/source/url",
    "required",
    "The required field 'messages[0].content[0].source.url' is missing.",
  ],
  [
    "the whole value",
    validateRequestBody("createMessage", json, []),
    "",
    "type",
    "The value is expected to be an object, not an empty array.",
  ],
])("explains %s", (_title, violations, pointer, keyword, sentence) => {
  expect(violations).toEqual([expect.objectContaining({ pointer, keyword, message: sentence })]);
});

test("accepts an unknown block and refuses a known block with a wrong body", () => {
  expect(block({ type: "hologram", depth: 3 })).toEqual([]);
  expect(block({ type: "text" })).toHaveLength(1);
});

test("accepts an image URL with spaces and non-ASCII characters", () => {
  expect(block({ type: "image", source: { type: "url", url: "https://files.example/über uns.png" } })).toEqual([]);
});

test("points at the violated place in the contract", () => {
  expect(chat({ temperature: 3 })[0]?.schemaPointer).toBe(
    "/components/schemas/ChatCompletionRequest/properties/temperature/anyOf/0/maximum",
  );
});

test("parses numbers in parameters and refuses other text", () => {
  expect(validateParameters("listPointsHistory", { query: { limit: "20" } })).toEqual([]);
  expect(validateParameters("listPointsHistory", { query: { limit: "101" } })[0]?.keyword).toBe("maximum");
  expect(validateParameters("listPointsHistory", { query: { limit: "many" } })[0]?.keyword).toBe("type");
});

test("reports a missing required header", () => {
  expect(validateParameters("createMessage", { header: {} })[0]?.pointer).toBe("/header/anthropic-version");
  expect(validateResponseHeaders("listModels", 429, {})[0]?.keyword).toBe("required");
  expect(validateResponseHeaders("listModels", 429, { "retry-after": "7" })).toEqual([]);
});

test("judges a value nested 20 000 deep without throwing", () => {
  const deep = "[".repeat(20_000) + "]".repeat(20_000);

  expect(() => validateRequestBody("queryBot", json, JSON.parse(`{"query":${deep}}`))).not.toThrow();
});

test("judges an event by the variant that it names", () => {
  expect(validateStreamEvent("createMessage", { event: "message_stop", data: '{"type":"message_stop"}' })).toEqual([]);
  expect(
    validateStreamEvent("createMessage", { event: "content_block_stop", data: '{"type":"content_block_stop"}' })[0]
      ?.pointer,
  ).toBe("/index");
  expect(validateStreamEvent("createMessage", { event: "message_stop", data: "{" })[0]?.keyword).toBe("json");
});

test("accepts an event without a name that the contract does not list", () => {
  const event = { data: '{"object":"chat.completion.trace","step":1}' };

  expect(validateStreamEvent("createChatCompletion", event)).toEqual([]);
});

test("judges an event without a name by the closest variant", () => {
  const locateError = (payload: unknown) =>
    validateStreamEvent("createChatCompletion", { data: JSON.stringify(payload) })[0]?.pointer;

  expect(locateError({ error: "overloaded" })).toBe("/error");
  expect(locateError({ error: { message: "overloaded" } })).toBe("/error/type");
  expect(locateError({ object: "chat.completion", choices: [] })).toBe("/object");
});

test("explains the purpose of a missing event line", () => {
  const firstMessage = (operationId: string, data: string) => validateStreamEvent(operationId, { data })[0]?.message;

  expect(firstMessage("queryBot", '{"text":"Hi"}')).toBe(
    "The event has no event line; expected one that names its kind.",
  );
  expect(firstMessage("createMessage", '{"type":"ping"}')).toBe(
    "The event has no event line; expected one that says ping.",
  );
});

test("throws for an unknown operation, status or media type", () => {
  expect(() => validateRequestBody("createImage", json, {})).toThrow(/no operation createImage; it has /);
  expect(() => validateRequestBody("createMessage", "text/plain", {})).toThrow(
    "createMessage takes no body of type text/plain.",
  );
  expect(() => validateResponseBody("createMessage", 200, "text/html", {})).toThrow(
    "createMessage documents no text/html for status 200.",
  );
});

test("validates every JSON example of every operation", () => {
  let count = 0;
  for (const { operationId, body, responses } of Object.values(operations)) {
    for (const [mediaType, { examples }] of Object.entries(body?.mediaTypes ?? {})) {
      for (const [name, { value }] of Object.entries(examples))
        expect(validateRequestBody(operationId, mediaType, value), name).toEqual([]);
    }
    for (const [status, { mediaTypes }] of Object.entries(responses)) {
      for (const [name, { value }] of Object.entries(mediaTypes[json]?.examples ?? {})) {
        count += 1;
        expect(
          validateResponseBody(operationId, status === "default" ? 599 : Number(status), json, value),
          name,
        ).toEqual([]);
      }
    }
  }
  expect(count).toBeGreaterThan(150);
});
