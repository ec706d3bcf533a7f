import { expect, test } from "vitest";
import type { CompiledValidator } from "../src/ajv-error.ts";
import { mostErrors } from "../src/collect-errors.ts";
import validators from "../src/generated/validators/createChatCompletion.js";
import {
  createStreamJudge,
  type Grammar,
  grammars,
  operationOf,
  validateParameters,
  validateRequestBody,
  validateResponseBody,
  validateResponseHeaders,
} from "../src/index.ts";

const json = "application/json";
const messages = [{ role: "user", content: "Hi" }];
const chat = (change: object) => validateRequestBody("createChatCompletion", json, { model: "m", messages, ...change });
const sentences = (change: object) => chat(change).map(({ message }) => message);

function judged(dialect: string, payloads: { type: string }[]) {
  const judge = createStreamJudge(grammars[dialect] as Grammar); // every dialect named in the tests exists
  return payloads.flatMap((payload) => judge.push({ event: payload.type, data: JSON.stringify(payload) }));
}

test("describes a value that JSON cannot represent", () => {
  expect(sentences({ temperature: 3n })).toEqual(["'temperature' is expected to be a number or null, not 3n."]);
  expect(sentences({ model: () => "m" })).toEqual(["'model' is expected to be a string, not a function."]);
});

test("refuses a number that overflows to Infinity", () => {
  expect(sentences({ temperature: Number("1e400") })).toEqual([
    "'temperature' is expected to be a number or null, not Infinity.",
  ]);
  expect(sentences({ max_tokens: Number("1e400") })).toEqual([
    "'max_tokens' is expected to be an integer or null, not Infinity.",
  ]);
  expect(validateResponseHeaders("createChatCompletion", 429, { "retry-after": "9".repeat(400) })).toHaveLength(1);
});

test.each(["constructor", "__proto__", "toString"])("knows no operation and no media type %s", (name) => {
  expect(() => operationOf(name)).toThrow(`The contract has no operation ${name}`);
  expect(() => validateParameters(name, {})).toThrow(`The contract has no operation ${name}`);
  expect(() => validateRequestBody("createMessage", name, {})).toThrow(`takes no body of type ${name}`);
  expect(() => validateResponseBody("createMessage", 200, name, {})).toThrow(`documents no ${name}`);
});

test("keeps the message short for long names and many names", () => {
  const metadata = { ["k".repeat(100_000)]: 5 };
  const form = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`field${index}`, ""]));
  const [long] = validateRequestBody("createResponse", json, { model: "m", input: "Hi", metadata });
  const [many] = validateRequestBody("uploadFile", "multipart/form-data", { file: "", download_url: "u", ...form });

  expect(long?.pointer).toBe(`/metadata/${"k".repeat(100_000)}`);
  expect(long?.message).toMatch(/^'metadata\.k{50,200}…' is expected to be a string, not 5\.$/);
  expect(many?.message).toMatch(/^The value is expected .{100,300}…\.$/);
});

test.each(["constructor", "__proto__", "toString"])("judges a stream with a block of the kind %s", (type) => {
  const faults = judged("messages", [
    { type: "message_start" },
    { type: "content_block_start", index: 0, content_block: { type } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta" } },
  ] as { type: string }[]);

  expect(faults).toEqual([]);
});

test.each([
  ["an id", (deep: string) => `{"type":"response.created","response":{"id":${deep}}}`],
  ["a type", (deep: string) => `{"type":${deep}}`],
])("says that %s is nested too deeply to be judged", (_, write) => {
  const judge = createStreamJudge(grammars.responses);
  const data = write("[".repeat(100_000) + "]".repeat(100_000));

  expect(judge.push({ event: "response.created", data }).map(({ message }) => message)).toEqual([
    "The event's data is nested too deeply to be judged.",
  ]);
});

test("keeps the message about a stream short for long values", () => {
  const chunk = (id: string) => ({ type: "chunk", id, choices: [] });
  const [changed] = judged("chat", [chunk("a".repeat(100_000)), chunk("b".repeat(100_000))]);
  const [unknown] = judged("messages", [
    { type: "message_start" },
    { type: "content_block_stop", index: "k".repeat(100_000) },
  ] as { type: string }[]);

  expect(changed?.message).toMatch(/^\/id of the stream was "a{50,60}… and is now "b{50,60}…\.$/);
  expect(unknown?.message).toMatch(/^content_block_stop came when block k{100,500}…$/);
});

test("reports open instances once, with their number", () => {
  const faults = judged("messages", [
    { type: "message_start" },
    ...[0, 1, 2].map((index) => ({ type: "content_block_start", index, content_block: { type: "text" } })),
    { type: "content_block_stop", index: 1 },
    { type: "message_delta", delta: {} },
  ] as { type: string }[]);

  expect(faults.map(({ message }) => message)).toEqual(["message_delta came while block 0 was open, and 1 more."]);
});

test("reads eight times as much for eight times as many items, finished or not", () => {
  const stream = (count: number) => [
    { type: "response.created" },
    { type: "response.in_progress" },
    ...Array.from({ length: count }, (_, index) => [
      { type: "response.output_item.added", output_index: index, item: { type: "message" } },
      { type: "response.content_part.added", output_index: index, content_index: 0, part: { type: "output_text" } },
    ]).flat(),
    ...Array.from({ length: count }, (_, index) => ({ type: "response.output_item.done", output_index: index })),
  ];
  const readsFor = (count: number) => {
    const { counted, reads } = countReads(grammars.responses as Grammar);
    const judge = createStreamJudge(counted);
    for (const payload of stream(count)) judge.push({ event: payload.type, data: JSON.stringify(payload) });
    return reads();
  };

  // Checking whether an item is closed reads the grammar: 64 times as much if each end checks all items.
  expect(readsFor(800) / readsFor(100)).toBeCloseTo(8, 0);
});

/** Wraps an object to count reads of its members, at any depth. */
function countReads<Value extends object>(value: Value): { counted: Value; reads: () => number } {
  let count = 0;
  const view = <Part extends object>(part: Part): Part =>
    new Proxy(part, {
      get(target, name) {
        count += 1;
        const member: unknown = Reflect.get(target, name);
        return typeof member === "object" && member !== null ? view(member) : member;
      },
    });
  return { counted: view(value), reads: () => count };
}

test("keeps few of the errors in each of many elements, and counts them all", () => {
  const validate = validators.createChatCompletion_body_application_json as CompiledValidator; // it has this body
  const content = Array.from({ length: 20_000 }, () => ({ type: "text", text: 5 }));

  expect(validate({ model: "m", messages: [{ role: "user", content }] })).toBe(false);
  expect(validate.errors?.length).toBeGreaterThan(20_000);
  expect(new Set(validate.errors).size).toBe(mostErrors);
});
