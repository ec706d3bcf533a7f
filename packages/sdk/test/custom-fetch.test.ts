import { Readable } from "node:stream";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { ConnectionError, type Fetch, OptionError, RateLimitError } from "../src/index.js";
import { clientOf, exampleOf, failureOf, request, streamRequest } from "./stub-service.js";
import { chunkOf, streamText } from "./stub-streams.js";

const reply = exampleOf("createChatCompletion", "200");
const text = JSON.stringify(reply);
const json = { "content-type": "application/json" };
const headers = new Headers(json);

/** A client whose `fetch` gives an answer that somebody put together, as tests and React Native do. */
const answering = (answer: unknown) => clientOf((async () => answer) as unknown as Fetch);

test.each<[string, unknown]>([
  ["nothing", undefined],
  ["an answer with plain headers and data", { status: 200, headers: json, data: {} }],
  ["a body that is a stream of Node", { ok: true, status: 200, headers, body: Readable.from([text]) }],
  ["a refusal whose body is a stream of Node", { ok: false, status: 402, headers, body: Readable.from(["{}"]) }],
  ["an answer without a body", { ok: true, status: 200 }],
  ["a status that there is not", { status: 700, text: async () => "{}" }],
  ["a text", "text"],
  ["a number", 7],
  ["null", null],
])("names the fetch that gives %s", async (_what, answer) => {
  let calls = 0;
  const fetch = (async () => {
    calls += 1;
    return answer;
  }) as Fetch;

  for (const body of [request, streamRequest]) {
    expect(
      await failureOf(clientOf(fetch, { maxRetries: 2 }).chat.completions.create(body), OptionError),
    ).toMatchObject({
      option: "fetch",
      message: "fetch gave no web Response; pass one that does, such as the platform's.",
      // It was sent, and what became of it is in what nobody can read.
      mayHaveBeenProcessed: "maybe",
    });
  }
  expect(calls).toBe(2);
});

test.each([
  ["headers of the web", { headers }],
  ["a Map of headers", { headers: new Map(Object.entries(json)) }],
  ["headers that only get one by name", { headers: { get: (name: string) => Reflect.get(json, name) ?? null } }],
  ["plain headers", { headers: json }],
  ["no headers", {}],
  ["a body that is null", { headers, body: null }],
  ["its JSON in place of a text and a status", { text: undefined, status: undefined, json: async () => reply }],
])("reads the text of an answer without a body, with %s", async (_what, parts) => {
  const client = answering({ ok: true, status: 200, text: async () => text, ...parts });

  expect(await client.chat.completions.create(request)).toEqual(reply);
});

const named = new Map(Object.entries({ ...json, "retry-after": "7" }));

test.each([
  ["of the web", new Headers([...named])],
  ["that only get one by name", { get: (name: string) => named.get(name) ?? null }],
])("reads a refusal without a body, with headers %s", async (_what, headers) => {
  const body = JSON.stringify({ error: { message: "Slow down", type: "rate_limit_error" } });
  const refusal = { ok: false, status: 429, headers, text: async () => body };

  expect(await failureOf(answering(refusal).models.list(), RateLimitError)).toMatchObject({
    type: "rate_limit_error",
    retryAfterMs: 7_000,
  });
});

test("reads a stream that comes as one text", async () => {
  const stream = streamText(chunkOf({ content: "7" }), "[DONE]");
  const headers = new Headers({ "content-type": "text/event-stream" });
  const client = answering({ ok: true, status: 200, headers, text: async () => stream });

  expect(await client.chat.completions.stream(request).text()).toBe("7");
});

test("takes the bytes of a hand-made answer that has them, and no text of them", async () => {
  const bytes = Uint8Array.of(0, 0xff, 0xfe, 0x80, 7);
  const headers = new Headers({ "content-type": "video/mp4" });
  const parts = { text: async () => new TextDecoder().decode(bytes), arrayBuffer: async () => bytes.buffer };

  const file = await answering({ ok: true, status: 200, headers, ...parts }).videos.content("video_1");

  expect(new Uint8Array(await file.arrayBuffer())).toEqual(bytes);
});

/** Creates the error of `fetch` in a sandbox such as Jest's, which belongs to another realm. */
function foreignError(code: string): Error {
  const error = runInNewContext(
    `Object.assign(new TypeError("fetch failed"), { cause: Object.assign(new Error("connect ${code}"), { code: "${code}" }) })`,
  );
  expect(error instanceof Error).toBe(false);
  return error;
}

test("tries again, or says why and that nothing was charged, where an error is of another realm", async () => {
  let calls = 0;
  const client = clientOf(
    async () => {
      if (++calls !== 2) throw foreignError("ECONNREFUSED");
      return Response.json(exampleOf("listModels", "200"));
    },
    { clock: { random: () => 0 } },
  );

  await client.models.list({}, { maxRetries: 1 });
  const error = await failureOf(client.models.list());

  expect(calls).toBe(3);
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).toMatchObject({
    reason: "connect",
    mayHaveBeenProcessed: "no",
    message: expect.stringContaining("connect ECONNREFUSED"),
  });
});
