import { getEventListeners } from "node:events";
import { inspect } from "node:util";
import { expect, test, vi } from "vitest";
import { AbortError, type ModelAccess, ModelAccessError, StreamIncompleteError, TimeoutError } from "../src/index.js";
import {
  clientOf,
  failureAfter,
  failureOf,
  failureOrNone,
  loggerOf,
  request,
  silentFetch,
  streamRequest,
} from "./stub-service.js";
import { bytesOf, chunkOf, collect, openStream, streamText, streamWith, wholeStreamOf } from "./stub-streams.js";
import { createTestClock, settle } from "./test-clock.js";

const first = chunkOf({ role: "assistant", content: "Sev" });
const whole = streamText(first, chunkOf({ content: "en" }, "stop"), "[DONE]");

/** A client whose stream stops after these events and knows no signal; its state tells if it was cancelled. */
function stalledStream(text: string) {
  const { answer, state } = openStream(text);
  return { state, client: clientOf(async () => answer) };
}

test.each([
  ["a plain call", request],
  ["a streamed call", streamRequest],
])("ends %s that waits for its answer", async (_what, body) => {
  const controller = new AbortController();
  const failing = failureOf(clientOf(silentFetch).chat.completions.create(body, { signal: controller.signal }));

  controller.abort();

  const failure = await failing;
  expect(failure).toBeInstanceOf(AbortError);
  expect(failure).toBeInstanceOf(ModelAccessError);
  expect(failure).toMatchObject({
    name: "AbortError",
    message: "POST /v1/chat/completions was ended by its abort signal",
    cause: controller.signal.reason,
  });
});

test("makes no call when the signal is aborted already", async () => {
  const client = clientOf(silentFetch);

  expect(await failureOf(client.models.list({}, { signal: AbortSignal.abort("enough") }))).toMatchObject({
    name: "AbortError",
    cause: "enough",
  });
});

test("ends a call by the client's signal, whether it has one of its own or not", async () => {
  const controller = new AbortController();
  const { models } = clientOf(silentFetch, { signal: controller.signal });
  const { signal } = new AbortController();
  const failing = [models.list(), models.list({}, { signal })].map((call) => failureOf(call));

  controller.abort();

  for (const failure of await Promise.all(failing)) expect(failure).toBeInstanceOf(AbortError);
});

test("says what the time limit of a signal did", async () => {
  expect(await failureOf(clientOf(silentFetch).models.list({}, { signal: AbortSignal.timeout(5) }))).toMatchObject({
    name: "AbortError",
    cause: expect.objectContaining({ name: "TimeoutError" }),
  });
});

test("ends a stream that waits, even when its body knows no signal, with what had come", async () => {
  const controller = new AbortController();
  const { client, state } = stalledStream(streamText(first));
  const stream = await client.chat.completions.create(streamRequest, { signal: controller.signal });
  const iterator = stream[Symbol.asyncIterator]();
  await iterator.next();

  const failure = await failureAfter(iterator.next(), () => controller.abort("enough"));

  expect(failure).toBeInstanceOf(AbortError);
  expect(failure).toMatchObject({ cause: "enough", partial: { choices: [{ message: { content: "Sev" } }] } });
  expect(inspect(failure)).not.toContain("Sev");
  expect(await failureOf(stream.final())).toBe(failure);
  expect(state.isCancelled).toBe(true);
});

test("gives nothing more after an abort, whatever has come already, and lets one after the end marker pass", async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const { completions } = clientOf(async () => wholeStreamOf(whole)).chat;
  const [left, read] = [1, 2].map(() => completions.stream(request, { signal })) as [Stream, Stream];
  await collect(read);
  const chunks: unknown[] = [];

  const failing = failureOf(
    (async () => {
      for await (const chunk of left) {
        chunks.push(chunk);
        controller.abort();
      }
    })(),
    AbortError,
  );

  await failing;
  expect(chunks).toEqual([first]);
  expect(await read.text()).toBe("Seven");
});

type Stream = ReturnType<ModelAccess["chat"]["completions"]["stream"]>;
const cut = streamText(first, { error: { message: "No" } });
const ofTheLoop = new Error("of the loop");

type Leaving = [when: string, text: string, expected: unknown, leave: (stream: Stream) => Promise<unknown>];
const leaving = (...given: Leaving) => given;
const begun = streamText(first);

test.each([
  leaving("the loop is left", begun, undefined, async (stream) => {
    for await (const chunk of stream) {
      expect(chunk).toEqual(first);
      break;
    }
  }),
  leaving("the loop throws", begun, ofTheLoop, async (stream) => {
    for await (const _chunk of stream) throw ofTheLoop;
  }),
  leaving("an `await using` block ends", begun, undefined, async (opened) => {
    await using stream = opened;
    await stream[Symbol.asyncIterator]().next();
  }),
  leaving("an `await using` block ends after its stream", whole, undefined, async (opened) => {
    await using stream = opened;
    expect(await stream.text()).toBe("Seven");
  }),
  leaving("it is left between its answer and its first read", begun, undefined, async (stream) => {
    await settle();
    await stream[Symbol.asyncDispose]();
  }),
  leaving("the web stream is cancelled", begun, undefined, async (stream) => {
    const chunks = stream.toReadableStream().getReader();
    await chunks.read();
    await chunks.cancel();
  }),
  leaving("an event is an error", cut, expect.objectContaining({ name: "StreamError" }), (stream) => stream.final()),
])("cancels the request when %s, and throws nothing of its own", async (_when, text, expected, leave) => {
  const { client, state } = stalledStream(text);

  expect(await failureOrNone(leave(client.chat.completions.stream(request)))).toEqual(expected);
  await expect.poll(() => state.isCancelled).toBe(true);
});

test("tells final() that the loop was left", async () => {
  const stream = await stalledStream(streamText(first)).client.chat.completions.create(streamRequest);
  for await (const _chunk of stream) break;

  expect(await failureOf(stream.final(), StreamIncompleteError)).toMatchObject({
    message: "POST /v1/chat/completions was left before the end of its stream; the reply so far is in error.partial",
    partial: { choices: [{ message: { content: "Sev" } }] },
  });
});

test("puts one listener on a signal that many calls share, so that Node warns of no leak", async () => {
  const controller = new AbortController();
  const client = clientOf(silentFetch);
  const calls = Array.from({ length: 20 }, () => failureOf(client.models.list({}, { signal: controller.signal })));

  expect(getEventListeners(controller.signal, "abort")).toHaveLength(1);
  controller.abort();

  for (const failure of await Promise.all(calls)) expect(failure).toBeInstanceOf(AbortError);
  expect(getEventListeners(controller.signal, "abort")).toHaveLength(0);
});

test("does not take the deadline of another call for its own", async () => {
  const { clock, advance } = createTestClock();
  const controller = new AbortController();
  const client = clientOf(async () => openStream().answer, { clock, signal: controller.signal });
  const open = (total: number) => client.chat.completions.stream(request, { timeouts: { total } });
  const expired = failureOf(open(1_000).final());
  const failures = [open(60_000), open(60_000)].map((other) => failureOf(other.final()));

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
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(bytesOf(streamText(first))),
    cancel: () => new Promise(() => {}),
  });
  const stream = clientOf(async () => streamWith(body)).chat.completions.stream(request);
  const seen: unknown[] = [];

  for await (const chunk of stream) {
    seen.push(chunk);
    break;
  }

  expect(seen).toEqual([first]);
});

test("ends the call of a stream that is left before its answer, and calls that no failure", async () => {
  const error = vi.fn();
  let signal: AbortSignal | null | undefined;
  const client = clientOf(
    (url, init) => {
      signal = init.signal;
      return silentFetch(url, init);
    },
    { logger: loggerOf(error), logLevel: "error" },
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

test("leaves a stream whose fetch never answers and knows no signal", async () => {
  const stream = clientOf(() => new Promise(() => {})).chat.completions.stream(request);

  await stream[Symbol.asyncDispose]();

  const failure = await failureOf(stream.final());
  expect(failure).toBeInstanceOf(ModelAccessError);
  expect(failure).toMatchObject({ message: expect.stringContaining("left before it started") });
});

test("ends a stream whose signal aborts between its answer and its first read", async () => {
  const controller = new AbortController();
  const { client } = stalledStream("");
  const stream = client.chat.completions.stream(request, { signal: controller.signal });
  await settle();

  controller.abort();

  expect(await failureOf(stream.final())).toBeInstanceOf(AbortError);
});
