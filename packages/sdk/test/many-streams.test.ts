import { getEventListeners } from "node:events";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import type { Clock } from "../src/index.js";
import { clientOf, exampleOf, failureOf, request, silentFetch, streamRequest } from "./stub-service.js";
import { chunkOf, openStream, streamText, streamWith, wholeStreamOf } from "./stub-streams.js";
import { createTestClock, settle } from "./test-clock.js";

const first = chunkOf({ role: "assistant", content: "Sev" });
const whole = streamText(first, chunkOf({ content: "en" }, "stop"), "[DONE]");

test("has one timer for each of two thousand streams, and none of those that were left or are over", async () => {
  const { clock, advance, timers } = createTestClock();
  const client = clientOf(async () => openStream().answer, { clock });
  const streams = await Promise.all(Array.from({ length: 2_000 }, () => client.chat.completions.create(streamRequest)));
  const failures = streams.map((stream) => failureOf(stream.final()));
  await settle();

  expect(timers.size).toBe(2_000);
  await Promise.all(streams.slice(100).map((stream) => stream[Symbol.asyncDispose]()));
  expect(timers.size).toBe(100);
  advance(300_000);

  expect((await Promise.all(failures))[0]).toMatchObject({ phase: "firstContent" });
  expect(timers.size).toBe(0);
});

test("sets one timer for a stream, however many events come", async () => {
  const { clock } = createTestClock();
  let set = 0;
  const counting: Clock = {
    ...clock,
    after(...timer) {
      set++;
      return clock.after(...timer);
    },
  };
  const text = streamText(...Array.from({ length: 100 }, () => chunkOf({ content: "7" })), "[DONE]");
  const client = clientOf(async () => wholeStreamOf(text), { clock: counting });

  await (await client.chat.completions.create(streamRequest)).final();

  expect(set).toBeLessThan(4);
});

test("leaves no timer and no listener on a signal, however a thousand calls and streams end", async () => {
  const { clock, timers } = createTestClock();
  const [ofClient, signal] = [new AbortController().signal, new AbortController().signal];
  const answers: Record<string, () => Response> = {
    cut: () => wholeStreamOf(streamText(first)),
    refused: () => Response.json({}, { status: 400 }),
    whole: () => wholeStreamOf(whole),
  };
  const client = clientOf(
    async (_url, { body }) =>
      answers[body === undefined ? "" : JSON.parse(String(body)).model]?.() ??
      Response.json(exampleOf("listModels", "200")),
    { clock, signal: ofClient },
  );
  const stream = (model: string) => client.chat.completions.stream({ ...request, model }, { signal });
  const create = (model: string) => client.chat.completions.create({ ...request, model }, { signal });
  const ways = [
    () => client.models.list({}, { signal }),
    () => client.raw.GET("/v1/models", { signal }),
    async () => (await client.models.list({}, { signal }).asResponse()).text(),
    () => failureOf(create("refused")),
    () => failureOf(create("a stream in place of a reply")),
    () => stream("whole").final(),
    () => failureOf(stream("cut").final()),
    () => failureOf(stream("refused").final()),
    async () => {
      for await (const _chunk of stream("whole")) break;
    },
    () => stream("whole")[Symbol.asyncDispose](),
  ];

  for (let round = 0; round < 100; round++) for (const way of ways) await way();

  expect(timers.size).toBe(0);
  for (const one of [ofClient, signal]) expect(getEventListeners(one, "abort")).toEqual([]);
});

test("gives a hundred thousand events to a loop that had final() read them first", async () => {
  const count = 100_000;
  const text = streamText(...Array.from({ length: count }, () => chunkOf({ content: "7" })), "[DONE]");
  const stream = await clientOf(async () => wholeStreamOf(text)).chat.completions.create(streamRequest);
  let events = 0;

  for await (const _chunk of stream) if (events++ === 0) await stream.final();

  expect(events).toBe(count);
});

test("keeps nothing of a stream that was dropped unread", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage: () => void = runInNewContext("gc");
  const { clock, advance } = createTestClock();
  const bodies: WeakRef<object>[] = [];
  const client = clientOf(
    async () => {
      const body = new ReadableStream<Uint8Array>();
      bodies.push(new WeakRef(body));
      return streamWith(body);
    },
    { clock },
  );

  for (let round = 0; round < 10; round++) await client.chat.completions.create(streamRequest);
  // The deadlines find that nobody waits.
  advance(600_000);
  await settle();
  collectGarbage();

  expect(bodies.filter((body) => body.deref() !== undefined).length).toBeLessThan(3);
});

test("has no timer of the calls of a client and of those made of it that a signal ended", async () => {
  const { clock, timers } = createTestClock();
  const controller = new AbortController();
  const client = clientOf(silentFetch, { clock, signal: controller.signal });
  const failing = [client, client.withOptions({ maxRetries: 1 })].map((one) => failureOf(one.models.list()));
  await settle();

  expect(timers.size).toBe(2);
  controller.abort();
  await Promise.all(failing);

  expect(timers.size).toBe(0);
});
