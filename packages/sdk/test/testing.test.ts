import { inspect } from "node:util";
import { writeExchange } from "@model-access/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  ConnectionError,
  InternalError,
  type ModelAccess,
  RateLimitError,
  ResponseFormatError,
  StreamIncompleteError,
} from "../src/index.js";
import {
  createTestFetch,
  errorReply,
  eventStreamReply,
  htmlReply,
  jsonReply,
  lostReply,
  rateLimitReply,
  recordedReplies,
  reset,
  silentReply,
  splitBytes,
  stall,
  type TestReply,
  truncate,
  unreachableReply,
} from "../src/testing/index.js";
import { clientOf, exampleOf, failureOf, key, request, streamRequest } from "./stub-service.js";
import { chunkOf, collect } from "./stub-streams.js";

const url = "https://api.example/v1/chat/completions";
const events = eventStreamReply([
  { data: chunkOf({ role: "assistant", content: "Sév" }) },
  { data: chunkOf({ content: "en" }) },
  { data: chunkOf({}, "stop") },
  { data: "[DONE]" },
]);
const completion = exampleOf("createChatCompletion", "200");

function clientPlaying(...replies: TestReply[]): ModelAccess {
  return clientOf(createTestFetch(replies).fetch);
}

function textOf(reply: TestReply): Promise<string> {
  return createTestFetch([reply])
    .fetch(url)
    .then((response) => response.text());
}

test("plays replies in order and says when there are no more", async () => {
  const { fetch } = createTestFetch([jsonReply({ first: true }), jsonReply({ second: true }, { status: 201 })]);

  const first = await fetch(url);
  const second = await fetch(url, { method: "POST" });

  expect([first.status, await first.json()]).toEqual([200, { first: true }]);
  expect([second.status, await second.json()]).toEqual([201, { second: true }]);
  expect(await failureOf(fetch(url))).toMatchObject({
    message: `The test fetch has no reply for call 3, GET ${url}; give it one.`,
  });
});

test("gives what a function chooses by the call", async () => {
  const { fetch } = createTestFetch((call, index) => jsonReply([call.method, index]));

  expect(await (await fetch(url)).json()).toEqual(["GET", 0]);
  expect(await (await fetch(url, { method: "POST" })).json()).toEqual(["POST", 1]);
});

test("records the calls without the key", async () => {
  const { fetch, calls } = createTestFetch(() => jsonReply({}));

  await fetch(`${url}?key=${key}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "x-trace": "1" },
    body: JSON.stringify({ note: key }),
  });
  await fetch(new Request(url, { method: "POST", headers: { "X-Api-Key": key }, body: `not JSON ${key}` }));

  expect(calls[0]).toEqual({
    method: "POST",
    url: `${url}?key=[key]`,
    headers: { authorization: "Bearer [key]", "x-trace": "1" },
    body: { note: "[key]" },
    wasCancelled: false,
  });
  expect(calls[1]).toMatchObject({ method: "POST", headers: { "x-api-key": "[key]" }, body: "not JSON [key]" });
  expect(inspect(calls, { depth: Infinity, showHidden: true })).not.toContain(key);
});

test("writes events with their names, and data of several lines", async () => {
  const text = await textOf(eventStreamReply([{ event: "text", data: { text: "7" } }, { data: "one\ntwo" }]));

  expect(text).toBe('event: text\ndata: {"text":"7"}\n\ndata: one\ndata: two\n\n');
});

test("answers a status that has no body", async () => {
  const { fetch } = createTestFetch([jsonReply(null, { status: 204 })]);

  const response = await fetch(url);

  expect(response.body).toBeNull();
});

test("cuts a reply after so many bytes or events", async () => {
  const text = await textOf(events);
  const split = splitBytes(events, { size: 3 });

  expect(await textOf(truncate(events, { afterBytes: 20 }))).toBe(text.slice(0, 20));
  expect(await textOf(truncate(split, { afterBytes: 20 }))).toBe(text.slice(0, 20));
  expect(await textOf(truncate(events, { afterBytes: 0 }))).toBe("");
  for (const reply of [events, split]) {
    const cut = await textOf(truncate(reply, { afterEvents: 2 }));
    expect(cut).toBe(`${text.split("\n\n").slice(0, 2).join("\n\n")}\n\n`);
  }
});

test("counts events whose lines end with CRLF", async () => {
  const crlf: TestReply = {
    ...events,
    chunks: [new TextEncoder().encode((await textOf(events)).replaceAll("\n", "\r\n"))],
  };

  expect((await textOf(truncate(crlf, { afterEvents: 1 }))).split("data: ")).toHaveLength(2);
});

test("keeps every byte in its place, however a reply is split", async () => {
  const text = await textOf(events);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 400 }), fc.nat({ max: 800 }), async (size, afterBytes) => {
      const split = splitBytes(events, { size });

      expect(split.chunks.every((chunk) => chunk.length > 0 && chunk.length <= size)).toBe(true);
      expect(await textOf(split)).toBe(text);
      expect(joined(truncate(split, { afterBytes }))).toEqual(joined(truncate(events, { afterBytes })));
    }),
  );
});

function joined(reply: TestReply): Buffer {
  return Buffer.concat(reply.chunks);
}

test("notes a caller that leaves a reply, and no other", async () => {
  const { fetch, calls } = createTestFetch(() => events);

  await (await fetch(url)).text();
  const left = (await fetch(url)).body?.getReader();
  await left?.read();
  await left?.cancel();

  expect(calls.map(({ wasCancelled }) => wasCancelled)).toEqual([false, true]);
});

test("stalls without an end, and obeys an abort before, during and after the headers", async () => {
  const { fetch, calls } = createTestFetch([silentReply(), stall(events, { afterEvents: 1 }), events]);
  const aborted = AbortSignal.abort(new Error("too late"));

  const first = new AbortController();
  const waiting = failureOf(fetch(url, { signal: first.signal }));
  first.abort(new Error("no more patience"));
  const second = new AbortController();
  let hasEnded = false;
  const reading = failureOf((await fetch(url, { signal: second.signal })).text()).finally(() => (hasEnded = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(hasEnded).toBe(false);
  second.abort(new Error("enough"));

  expect(await failureOf(fetch(url, { signal: aborted }))).toMatchObject({ message: "too late" });
  expect(await waiting).toMatchObject({ message: "no more patience" });
  expect(await reading).toMatchObject({ message: "enough" });
  expect(calls.map(({ wasCancelled }) => wasCancelled)).toEqual([true, true]);
});

test("fails as fetch does where there is no whole answer", async () => {
  const text = (reply: TestReply) => failureOf(textOf(reply));

  expect(await text(unreachableReply())).toMatchObject({ message: "fetch failed", cause: { code: "ECONNREFUSED" } });
  expect(await text(lostReply())).toMatchObject({ message: "fetch failed", cause: { code: "ECONNRESET" } });
  expect(await text(reset(events, { afterBytes: 9 }))).toMatchObject({
    message: "terminated",
    cause: { code: "ECONNRESET" },
  });
});

const plain = (client: ModelAccess) => client.chat.completions.create(request);
const streamed = (client: ModelAccess) => client.chat.completions.stream(request).final();
const internal = { type: "api_error", code: "internal_error" };

test.each<[string, TestReply, unknown, (client: ModelAccess) => Promise<unknown>]>([
  ["a truncated stream", truncate(events, { afterEvents: 2 }), StreamIncompleteError, streamed],
  ["a stream that is reset", reset(events, { afterEvents: 2 }), StreamIncompleteError, streamed],
  ["HTML with status 200", htmlReply(), ResponseFormatError, plain],
  ["cut JSON", truncate(jsonReply(completion), { afterBytes: 30 }), ResponseFormatError, plain],
  ["a refusal", errorReply(internal, { status: 500 }), InternalError, plain],
  ["a service that is not there", unreachableReply(), ConnectionError, plain],
  ["a connection that is lost", lostReply(), ConnectionError, plain],
])("a client gets its typed error for %s", async (_what, reply, expected, ask) => {
  expect(await failureOf(ask(clientPlaying(reply)))).toBeInstanceOf(expected);
});

test("a client reads how long to wait, in seconds or as a date", async () => {
  const later = new Date(Date.now() + 3_600_000);
  const failures = [rateLimitReply({ retryAfter: 7 }), rateLimitReply({ retryAfter: later }), rateLimitReply()].map(
    (reply) => failureOf(clientPlaying(reply).models.list(), RateLimitError),
  );

  const [seconds, date, open] = await Promise.all(failures);

  expect(seconds).toMatchObject({ retryAfterMs: 7000 });
  expect(date?.retryAfterMs).toBeGreaterThan(3_500_000);
  expect(open).not.toHaveProperty("retryAfterMs");
});

test("a client cancels the call when its stream is left, and reads one that comes byte by byte", async () => {
  const { fetch, calls } = createTestFetch([stall(events, { afterEvents: 1 }), splitBytes(events)]);
  const { completions } = clientOf(fetch).chat;

  for await (const _ of await completions.create(streamRequest)) break;

  expect(calls[0]).toMatchObject({ wasCancelled: true, headers: { authorization: "Bearer [key]" } });
  expect(await completions.stream(request).text()).toBe("Séven");
});

/** An exchange as the mock and the contract tests write it. */
function lineOf(response: object | undefined): string {
  return writeExchange({
    format: "model-access-exchange/1",
    id: "1",
    at: "2026-11-21T21:00:00.000Z",
    request: { method: "POST", target: "/v1/chat/completions", headers: [] },
    // Tests also write what the type does not allow.
    ...(response && {
      response: { status: 200, headers: [["content-type", "text/event-stream"]], headersMs: 1, endMs: 9, ...response },
    }),
  } as unknown as Parameters<typeof writeExchange>[0]);
}

const recorded = [
  { atMs: 2, text: `data: ${JSON.stringify(chunkOf({ content: "Sev" }))}\n\n` },
  {
    atMs: 4,
    base64: Buffer.from(`data: ${JSON.stringify(chunkOf({ content: "en" }, "stop"))}\n\ndata: [DONE]\n\n`).toString(
      "base64",
    ),
  },
];

test("plays a recorded exchange", async () => {
  const [reply] = recordedReplies(`\n${lineOf({ chunks: recorded, ending: "complete" })}\n`) as [TestReply];

  const client = clientOf(createTestFetch([reply, reply]).fetch);

  expect(await client.chat.completions.stream(streamRequest).text()).toBe("Seven");
  expect(await collect(client.chat.completions.stream(streamRequest))).toHaveLength(2);
});

test.each<[string, object | undefined, object]>([
  ["was cut", { chunks: [], ending: "cut" }, { ending: "cut" }],
  ["was reset", { chunks: [], ending: "reset" }, { ending: "reset" }],
  ["was left by its client", { chunks: [], ending: "left" }, { ending: "stall" }],
  ["was still open", { chunks: [], ending: "open" }, { ending: "stall" }],
  ["never came", undefined, { chunks: [], ending: "reset" }],
])("plays a recorded reply that %s", (_what, response, expected) => {
  expect(recordedReplies(lineOf(response))).toEqual([expect.objectContaining(expected)]);
});

test.each([
  ["text that is no JSON", "{", /^Line 2 is not an exchange that can be played: /],
  [
    "another format",
    '{"format":"har"}',
    "Line 2 is not an exchange that can be played: its format is not model-access-exchange/1",
  ],
  [
    "bytes that were not kept",
    lineOf({ chunks: [{ atMs: 1, text: "x", omittedBytes: 7 }], ending: "complete" }).trim(),
    "Line 2 is not an exchange that can be played: 7 bytes of it were not kept",
  ],
])("refuses to play %s", (_what, line, message) => {
  expect(() => recordedReplies(`${lineOf({ chunks: [], ending: "complete" })}${line}`)).toThrow(message);
});
