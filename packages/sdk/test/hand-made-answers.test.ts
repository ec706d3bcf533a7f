import { expect, test } from "vitest";
import { type Fetch, OptionError, RateLimitError } from "../src/index.js";
import { clientOf, exampleOf, failureOf, request } from "./stub-service.js";
import { chunkOf, streamText } from "./stub-streams.js";

const reply = exampleOf("createChatCompletion", "200");
const json = { "content-type": "application/json" };

/** A client whose `fetch` gives an answer that somebody put together, as tests and React Native do. */
const answering = (answer: object) => clientOf((async () => answer) as unknown as Fetch);

test.each([
  ["headers of the web", { headers: new Headers(json) }],
  ["a Map of headers", { headers: new Map(Object.entries(json)) }],
  ["headers that only get one by name", { headers: { get: (name: string) => Reflect.get(json, name) ?? null } }],
  ["plain headers", { headers: json }],
  ["no headers", {}],
])("reads the text of an answer without a body, with %s", async (_what, parts) => {
  const client = answering({ ok: true, status: 200, text: async () => JSON.stringify(reply), ...parts });

  expect(await client.chat.completions.create(request)).toEqual(reply);
});

test("reads the JSON of an answer that has nothing else", async () => {
  expect(await answering({ ok: true, json: async () => reply }).chat.completions.create(request)).toEqual(reply);
});

test("reads a refusal without a body", async () => {
  const body = JSON.stringify({ error: { message: "Slow down", type: "rate_limit_error" } });
  const headers = new Headers({ ...json, "retry-after": "7" });

  const error = await failureOf(answering({ ok: false, status: 429, headers, text: async () => body }).models.list());

  expect(error).toBeInstanceOf(RateLimitError);
  expect(error).toMatchObject({ type: "rate_limit_error", retryAfterMs: 7_000 });
});

test("reads a stream that comes as one text", async () => {
  const text = streamText(chunkOf({ content: "7" }), "[DONE]");
  const headers = new Headers({ "content-type": "text/event-stream" });

  const stream = answering({ ok: true, status: 200, headers, text: async () => text }).chat.completions.stream(request);

  expect(await stream.text()).toBe("7");
});

test.each([{ ok: true, status: 200 }, { status: 700, text: async () => "{}" }, "text", 7, null])(
  "names the fetch that gives %j",
  async (answer) => {
    expect(await failureOf(answering(answer as object).models.list())).toMatchObject({
      name: OptionError.name,
      option: "fetch",
    });
  },
);
