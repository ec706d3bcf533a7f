// What a stream is for its readers, of whatever interface it is.
import { expect, test, vi } from "vitest";
import { Call } from "../src/call/call.js";
import { createClient } from "../src/client.js";
import { ChatCompletionStream, ModelAccessError, StreamIncompleteError } from "../src/index.js";
import type { Dialect } from "../src/stream/dialect.js";
import { ModelStream } from "../src/stream/model-stream.js";
import {
  clientAnswering,
  clientOf,
  exampleOf,
  failureOf,
  key,
  request,
  streamRequest,
  unhandledIn,
} from "./stub-service.js";
import {
  chunkOf,
  clientStreaming,
  collect,
  collectUntilFailure,
  endlessBody,
  openStream,
  streamText,
  streamWith,
} from "./stub-streams.js";
import { createTestClock, settle } from "./test-clock.js";

const chunks = [chunkOf({ role: "assistant", content: "Sev" }), chunkOf({ content: "en" }), chunkOf({}, "stop")];
const [first] = chunks as [(typeof chunks)[number]];
const reply = { choices: [{ message: { role: "assistant", content: "Seven" }, finish_reason: "stop" }] };
const open = () => clientStreaming(streamText(...chunks, "[DONE]")).chat.completions.stream(request);
const openCut = () => clientStreaming(streamText(...chunks.slice(0, 2))).chat.completions.stream(request);
const refusing = () => clientAnswering(exampleOf("createChatCompletion", "401"), { status: 401 });

test("is given by create where its request says so", async () => {
  const stream = await clientStreaming(streamText(...chunks, "[DONE]")).chat.completions.create(streamRequest);

  expect(stream).toBeInstanceOf(ChatCompletionStream);
  expect(await collect(stream)).toEqual(chunks);
});

test("gives its headers and request id before its end", async () => {
  const { answer } = openStream(streamText(first));
  answer.headers.set("x-request-id", "req-7");
  const client = clientOf(async () => answer);

  const { data, response, requestId } = await client.chat.completions.create(streamRequest).withResponse();

  expect({ status: response.status, requestId }).toEqual({ status: 200, requestId: "req-7" });
  for await (const chunk of data) {
    expect(chunk).toEqual(first);
    break;
  }
});

test("can be looped over once, after final() was called too, but not after it has read", async () => {
  const stream = open();
  const whole = stream.final();

  expect(await collect(stream)).toEqual(chunks);
  expect(await whole).toMatchObject(reply);
  const late = open();
  await late.final();
  for (const wasRead of [stream, late]) {
    expect(() => wasRead[Symbol.asyncIterator]()).toThrow(ModelAccessError);
    expect(() => wasRead[Symbol.asyncIterator]()).toThrow(/was already read; final\(\) gives its whole reply/);
  }
});

test.each(["final", "text"] as const)("leaves its failure to the loop where nobody waits for %s()", async (method) => {
  const unhandled = await unhandledIn(async () => {
    const stream = openCut();
    void stream[method]();
    const { items, failure } = await collectUntilFailure(stream);
    expect(items).toEqual(chunks.slice(0, 2));
    expect(failure).toBeInstanceOf(StreamIncompleteError);
  });

  expect(unhandled).toEqual([]);
});

test("becomes a response for openai's fromReadableStream by a line feed after each event", async () => {
  const toLine = new TransformStream<object, string>({
    transform: (event, controller) => controller.enqueue(`${JSON.stringify(event)}\n`),
  });
  const lines = open().toReadableStream().pipeThrough(toLine).pipeThrough(new TextEncoderStream());

  const text = await new Response(lines).text();

  expect(JSON.parse(`[${text.trimEnd().replaceAll("\n", ",")}]`)).toEqual(chunks);
});

test("a Response of events fails when it is read, because it takes bytes", async () => {
  const events = open().toReadableStream();

  await expect(new Response(events as never).text()).rejects.toThrow(TypeError);
});

test("gives the rest of its events to a loop that waits for final() inside", async () => {
  const stream = open();
  const seen: unknown[] = [];

  for await (const chunk of stream) {
    seen.push(chunk);
    expect(await stream.final()).toMatchObject(reply);
  }

  expect(seen).toEqual(chunks);
});

test("answers readers that do not wait for each other in order, and all of them at the end", async () => {
  const events = open()[Symbol.asyncIterator]();

  const results = await Promise.all(Array.from({ length: 5 }, () => events.next()));

  expect(results.map(({ value }) => value)).toEqual([...chunks, undefined, undefined]);
  expect(results.map(({ done }) => done)).toEqual([false, false, false, true, true]);
});

test("reads no further than it is read", async () => {
  const { body, state } = endlessBody(streamText(first));
  const client = clientOf(async () => streamWith(body));
  const reader = (await client.chat.completions.create(streamRequest)).toReadableStream().getReader();

  await reader.read();
  await reader.read();

  expect(state.pulls).toBe(2);
  await reader.cancel();
});

test("throws the same failure again from final() and from the loop", async () => {
  const stream = openCut();
  const iterator = stream[Symbol.asyncIterator]();
  await iterator.next();
  await iterator.next();
  const failure = (await failureOf(iterator.next())) as StreamIncompleteError;

  for (const again of [iterator.next(), stream.final(), stream.text()]) expect(await failureOf(again)).toBe(failure);
  expect(failure.partial).toMatchObject({ choices: [{ message: { content: "Seven" } }] });
  expect(JSON.stringify(failure) + failure.stack).not.toContain("Seven");
});

test("fails the web stream with the failure of the stream", async () => {
  const { items, failure } = await collectUntilFailure(openCut().toReadableStream());

  expect(items).toEqual(chunks.slice(0, 2));
  expect(failure).toBeInstanceOf(StreamIncompleteError);
});

test("throws what the service refuses at the first read, for all who read", async () => {
  const stream = refusing().chat.completions.stream(request);

  const [loop, text] = await Promise.all([failureOf(collect(stream)), failureOf(stream.text())]);

  expect(loop).toMatchObject({ name: "InvalidKeyError" });
  expect(text).toBe(loop);
});

test("has nobody to tell of a refusal, a deadline, an abort or a leaving that nobody reads", async () => {
  const { clock, advance } = createTestClock();
  const controller = new AbortController();
  const client = clientOf(async () => openStream().answer, { clock });

  const unhandled = await unhandledIn(async () => {
    refusing().chat.completions.stream(request);
    await client.chat.completions.create(streamRequest, { timeouts: { total: 1_000 } });
    await client.chat.completions.create(streamRequest, { signal: controller.signal });
    const left = client.chat.completions.stream(streamRequest);
    await settle();
    advance(1_000);
    controller.abort();
    await left[Symbol.asyncDispose]();
  });

  expect(unhandled).toEqual([]);
});

test("refuses a line without end that is only a comment", async () => {
  const { body } = endlessBody(`: ${"keep alive ".repeat(100)}`);
  const client = clientOf(async () => streamWith(body), { maxEventBytes: 10_000 });

  expect(await failureOf(client.chat.completions.stream(request).final())).toMatchObject({
    message: expect.stringContaining("larger than maxEventBytes (10000)"),
  });
});

test.each(["read", "add", "result"] as const)(
  "types the failure of a dialect's %s, and ends the request",
  async (method) => {
    const ends: unknown[] = [];
    const { answer, state } = openStream(streamText({}));
    const client = createClient({
      apiKey: key,
      baseURL: "https://api.example",
      fetch: async () => answer,
      onCallEnd: ({ outcome }) => void ends.push(outcome),
    });
    const fail = (): never => {
      throw new RangeError("Invalid array length");
    };
    const dialect: Dialect<object, object> = {
      read: () => (method === "result" ? { kind: "broken", what: "with nonsense" } : { kind: "event", event: {} }),
      add: vi.fn(),
      result: () => ({}),
      readText: () => "",
      hasContent: () => false,
      [method]: fail,
    };
    const call = new Call({ client, options: {}, accept: "text/event-stream" });
    const opening = call.open((init) => client.requests.POST("/v1/chat/completions", { ...init, body: request }));

    expect(await failureOf(new ModelStream(call, dialect, opening).final())).toMatchObject({
      name: "ResponseFormatError",
    });
    await expect.poll(() => state.isCancelled).toBe(true);
    expect(ends).toEqual(["failed"]);
  },
);
