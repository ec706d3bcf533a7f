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

test("accepts what the contract accepts", () => {
  expect(chat({})).toEqual([]);
  expect(message({})).toEqual([]);
});

test("a reply may leave its content out beside tool calls, and only there", () => {
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

test("takes a block of tomorrow and refuses a known block with a wrong body", () => {
  expect(block({ type: "hologram", depth: 3 })).toEqual([]);
  expect(block({ type: "text" })).toHaveLength(1);
});

test("takes the address of an image as its sender wrote it", () => {
  expect(block({ type: "image", source: { type: "url", url: "https://files.example/über uns.png" } })).toEqual([]);
});

test("says where in the contract a value broke it", () => {
  expect(chat({ temperature: 3 })[0]?.schemaPointer).toBe(
    "/components/schemas/ChatCompletionRequest/properties/temperature/anyOf/0/maximum",
  );
});

test("reads numbers from parameters and refuses text that is none", () => {
  expect(validateParameters("listPointsHistory", { query: { limit: "20" } })).toEqual([]);
  expect(validateParameters("listPointsHistory", { query: { limit: "101" } })[0]?.keyword).toBe("maximum");
  expect(validateParameters("listPointsHistory", { query: { limit: "many" } })[0]?.keyword).toBe("type");
});

test("misses a header that is required", () => {
  expect(validateParameters("createMessage", { header: {} })[0]?.pointer).toBe("/header/anthropic-version");
  expect(validateResponseHeaders("listModels", 429, {})[0]?.keyword).toBe("required");
  expect(validateResponseHeaders("listModels", 429, { "retry-after": "7" })).toEqual([]);
});

test("judges a value that is nested 20 000 deep without failing itself", () => {
  const deep = "[".repeat(20_000) + "]".repeat(20_000);

  expect(() => validateRequestBody("queryBot", json, JSON.parse(`{"query":${deep}}`))).not.toThrow();
});

test("judges an event by what it says it is", () => {
  expect(validateStreamEvent("createMessage", { event: "message_stop", data: '{"type":"message_stop"}' })).toEqual([]);
  expect(
    validateStreamEvent("createMessage", { event: "content_block_stop", data: '{"type":"content_block_stop"}' })[0]
      ?.pointer,
  ).toBe("/index");
  expect(validateStreamEvent("createMessage", { event: "message_stop", data: "{" })[0]?.keyword).toBe("json");
});

test("takes an event that no name marks and that the contract does not list", () => {
  const event = { data: '{"object":"chat.completion.trace","step":1}' };

  expect(validateStreamEvent("createChatCompletion", event)).toEqual([]);
});

test("judges an event that no name marks by the variant it comes closest to", () => {
  const pointerOf = (payload: unknown) =>
    validateStreamEvent("createChatCompletion", { data: JSON.stringify(payload) })[0]?.pointer;

  expect(pointerOf({ error: "overloaded" })).toBe("/error");
  expect(pointerOf({ error: { message: "overloaded" } })).toBe("/error/type");
  expect(pointerOf({ object: "chat.completion", choices: [] })).toBe("/object");
});

test("says of an event without its line what the line is for", () => {
  const said = (operationId: string, data: string) => validateStreamEvent(operationId, { data })[0]?.message;

  expect(said("queryBot", '{"text":"Hi"}')).toBe("The event has no event line; expected one that names its kind.");
  expect(said("createMessage", '{"type":"ping"}')).toBe("The event has no event line; expected one that says ping.");
});

test("throws for an operation, status or media type that the contract lacks", () => {
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
