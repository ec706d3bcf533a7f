import { expect, test, vi } from "vitest";
import {
  AbortError,
  type ClientOptions,
  ConnectionError,
  InternalError,
  ResponseFormatError,
  StreamIncompleteError,
  TimeoutError,
} from "../src/index.js";
import { createMessages } from "../src/messages/index.js";
import { createUsage } from "../src/usage/index.js";
import { bareClientStreaming, recordingClient } from "./stub-client.js";
import { clientAnswering, clientOf, failureOf, request, streamRequest } from "./stub-service.js";
import { bytesOf, chunkOf, collect, streamText, wholeStreamOf, wireForms } from "./stub-streams.js";
import { createTestClock, settle } from "./test-clock.js";

const first = chunkOf({ role: "assistant", content: "Sev" });
const whole = streamText(first, chunkOf({ content: "en" }, "stop"), "[DONE]");
const textBody = { model: "m", max_tokens: 64, messages: [{ role: "user" as const, content: "Hello" }] };

/** A client whose every call gets this body. */
function clientWithBody(body: UnderlyingDefaultSource<Uint8Array>, init: ResponseInit, options?: ClientOptions) {
  return clientOf(async () => new Response(new ReadableStream(body), init), options);
}

const eventStream = { headers: { "content-type": "text/event-stream" } };
const html = { headers: { "content-type": "text/html" } };

test.each(wireForms)("makes no message of a stream that never began, $form", async (form) => {
  const client = bareClientStreaming('event: message_stop\ndata: {"type":"message_stop"}\n\n', form);

  const failure = await failureOf(createMessages(client).stream(textBody).final());

  expect(failure).toBeInstanceOf(ResponseFormatError);
  expect(failure).toMatchObject({ message: expect.stringContaining("with a message_stop before message_start") });
});

test.each(wireForms)("takes no ping for the beginning of a message, $form", async (form) => {
  const client = bareClientStreaming('data: {"type":"ping"}\n\ndata: {"type":"message_stop"}\n\n', form);

  expect(await failureOf(createMessages(client).stream(textBody).final())).toBeInstanceOf(ResponseFormatError);
});

test.each([
  [7, "7"],
  [true, ""],
  [{ text: "Seven" }, "Seven"],
  [["Seven"], "Seven"],
])("gives out %j as the text in it", async (content, text) => {
  const client = clientOf(async () => wholeStreamOf(streamText(first, chunkOf({ content }), "[DONE]")));

  const streamed = await (await client.chat.completions.create(streamRequest)).text();

  expect(streamed).toBe(`${first.choices[0]?.delta.content}${text}`);
});

test("types a page of a proxy whose connection is lost", async () => {
  const client = clientWithBody(
    {
      start: (controller) => controller.enqueue(bytesOf("<title>Sign")),
      pull: (controller) => controller.error(new TypeError("terminated")),
    },
    html,
  );

  const failure = await failureOf(client.models.list());

  expect(failure).toBeInstanceOf(ResponseFormatError);
  expect(failure).toMatchObject({ excerpt: "<title>Sign", mayHaveBeenProcessed: "maybe" });
});

test("reads no refusal without end", async () => {
  const cancel = vi.fn();
  const pull = vi.fn((controller: ReadableStreamDefaultController) =>
    controller.enqueue(bytesOf("no ".repeat(100_000))),
  );
  const client = clientWithBody({ pull, cancel }, { status: 500, ...html });

  const failure = await failureOf(client.models.list());

  expect(failure).toBeInstanceOf(InternalError);
  expect(cancel).toHaveBeenCalledOnce();
  expect(pull.mock.calls.length).toBeLessThan(10);
});

test("does not take the deadline of another call for its own", async () => {
  const { clock, advance } = createTestClock();
  const controller = new AbortController();
  const stalled = () => clientWithBody({}, eventStream, { clock, signal: controller.signal });
  const slow = (await stalled().chat.completions.create(streamRequest, { timeouts: { total: 1_000 } })).final();
  const others = await Promise.all([1, 2].map(() => stalled().chat.completions.create(streamRequest)));
  const failures = others.map((other) => failureOf(other.final()));

  const expired = failureOf(slow);
  await settle();
  advance(1_000);
  controller.abort(await expired);

  expect(await expired).toBeInstanceOf(TimeoutError);
  for (const failure of await Promise.all(failures)) {
    expect(failure).toBeInstanceOf(AbortError);
    expect(failure).toMatchObject({ cause: await expired });
  }
});

test("leaves a stream whose body is never done with its own end", async () => {
  const client = clientWithBody(
    {
      start: (controller) => controller.enqueue(bytesOf(streamText(first))),
      cancel: () => new Promise(() => {}),
    },
    eventStream,
  );
  const texts: unknown[] = [];

  for await (const chunk of await client.chat.completions.create(streamRequest)) {
    texts.push(chunk.choices[0]?.delta.content);
    break;
  }

  expect(texts).toEqual(["Sev"]);
});

test("ends the call of a stream that is left before its answer, and calls that no failure", async () => {
  const error = vi.fn();
  let signal: AbortSignal | null | undefined;
  const client = clientOf(
    (_url, init) => {
      signal = init.signal;
      return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal?.reason)));
    },
    { logger: { error, warn: error, info: error, debug: () => {} }, logLevel: "error" },
  );

  {
    await using stream = client.chat.completions.stream(request);
    expect(stream).toBeDefined();
    await settle();
  }
  await settle();

  expect(signal?.aborted).toBe(true);
  expect(error).not.toHaveBeenCalled();
});

test("ends a stream whose signal aborts between its answer and its first read", async () => {
  const controller = new AbortController();
  const client = clientWithBody({}, eventStream, { signal: controller.signal });
  const stream = client.chat.completions.stream(request);
  await settle();

  controller.abort();

  expect(await failureOf(stream.final())).toBeInstanceOf(AbortError);
});

test("leaves a stream that has begun its time until it is read", async () => {
  const { clock, advance } = createTestClock();
  const stream = clientOf(async () => wholeStreamOf(whole), { clock }).chat.completions.stream(request);
  await settle();

  advance(600_000);

  expect(await stream.text()).toBe("Seven");
});

test("leaves a stream whose fetch never answers and knows no signal", async () => {
  const stream = clientOf(() => new Promise(() => {})).chat.completions.stream(request);

  await stream[Symbol.asyncDispose]();

  expect(await failureOf(stream.final())).toMatchObject({ message: expect.stringContaining("left before it started") });
});

test.each([
  ["its signal aborts", { signal: AbortSignal.abort(new Error("enough")) }, AbortError],
  ["its total deadline passes", { timeouts: { total: 1_000 } }, TimeoutError],
])("ends a call whose key never comes when %s", async (_when, options, Class) => {
  const { clock, advance } = createTestClock();
  const fetch = vi.fn();
  const client = clientOf(fetch, { apiKey: () => new Promise(() => {}), clock });

  const failing = failureOf(client.models.list({}, options));
  await settle();
  advance(1_000);

  expect(await failing).toBeInstanceOf(Class);
  expect(await failing).toMatchObject({ mayHaveBeenProcessed: "no" });
  expect(fetch).not.toHaveBeenCalled();
});

test("ends a history whose pages go round in a circle", async () => {
  const page = (...ids: string[]) => ({ data: ids.map((query_id) => ({ query_id })), has_more: true });
  const { client, sent } = recordingClient(page("a", "b"), page("c"), page("a", "b"), page("c"), page("a", "b"));

  const failure = await failureOf(collect(createUsage(client).history()));

  expect(failure).toMatchObject({ message: expect.stringContaining("gave the page after b twice") });
  expect(sent).toHaveLength(3);
});

test.each([
  ["null", null],
  ["a text", "Sora-2"],
  ["a model with odd parts", { id: 7, architecture: { output_modalities: "video" }, metadata: [] }],
])("gives a list of models that has %s in it as it came", async (_what, odd) => {
  const list = { object: "list", data: [odd] };

  expect(await clientAnswering(JSON.stringify(list)).models.list()).toEqual(list);
});

test("says of an answer that cannot be unpacked that the connection was lost", async () => {
  const client = clientWithBody(
    {
      pull: (controller) =>
        controller.error(new TypeError("terminated", { cause: new Error("incorrect header check") })),
    },
    { headers: { "content-type": "application/json", "content-encoding": "gzip" } },
  );

  const failure = await failureOf(client.models.list());

  expect(failure).toBeInstanceOf(ConnectionError);
  expect(failure).toMatchObject({ message: expect.stringContaining("incorrect header check"), status: 200 });
});

test("makes no reply of a stream that has only events of tomorrow", async () => {
  const client = clientOf(async () => wholeStreamOf(streamText({ object: "tomorrow" }, "[DONE]")));
  const stream = await client.chat.completions.create(streamRequest);

  const events = await collect(stream);

  expect(events).toEqual([{ object: "tomorrow" }]);
  expect(await failureOf(stream.final())).toBeInstanceOf(ResponseFormatError);
});

test("refuses a line without end that is only a comment", async () => {
  const line = bytesOf(`: ${"keep alive ".repeat(100)}`);
  const client = clientWithBody({ pull: (controller) => controller.enqueue(line) }, eventStream, {
    maxEventBytes: 10_000,
  });

  const failure = await failureOf((await client.chat.completions.create(streamRequest)).final());

  expect(failure).toMatchObject({ message: expect.stringContaining("larger than maxEventBytes (10000)") });
});

test("takes an end marker that nothing ends for none", async () => {
  const client = clientOf(async () => wholeStreamOf(whole.slice(0, -1)));
  const stream = await client.chat.completions.create(streamRequest);

  const failure = await failureOf(stream.final());

  expect(failure).toBeInstanceOf(StreamIncompleteError);
  expect(failure).toMatchObject({ partial: { choices: [{ message: { content: "Seven" } }] } });
});

test("has nobody to tell when a stream dies that nobody reads", async () => {
  const unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  const { clock, advance } = createTestClock();
  const controller = new AbortController();
  const client = clientWithBody({}, eventStream, { clock });
  await client.chat.completions.create(streamRequest, { timeouts: { total: 1_000 } });
  await client.chat.completions.create(streamRequest, { signal: controller.signal });
  const left = client.chat.completions.stream(streamRequest);

  advance(1_000);
  controller.abort();
  await left[Symbol.asyncDispose]();
  await settle();

  process.off("unhandledRejection", unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

test("answers readers that do not wait for each other in order, and all of them at the end", async () => {
  const client = clientOf(async () => wholeStreamOf(whole));
  const events = (await client.chat.completions.create(streamRequest))[Symbol.asyncIterator]();

  const results = await Promise.all([1, 2, 3, 4].map(() => events.next()));

  expect(results.map(({ value }) => value?.choices[0]?.delta.content)).toEqual(["Sev", "en", undefined, undefined]);
  expect(results.map(({ done }) => done)).toEqual([false, false, true, true]);
});
