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

test("has one timer for each of a hundred streams, and none when they are over", async () => {
  const { clock, advance, timers } = createTestClock();
  const client = clientOf(async () => openStream().answer, { clock });
  const failing = Array.from({ length: 100 }, async () =>
    failureOf((await client.chat.completions.create(streamRequest)).final()),
  );
  await settle();

  expect(timers.size).toBe(100);
  advance(300_000);
  for (const failure of await Promise.all(failing)) expect(failure).toMatchObject({ phase: "firstContent" });
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

test("leaves no timer and no listener behind, however a call ends", async () => {
  const { clock, timers } = createTestClock();
  const { signal } = new AbortController();
  const answer = () => Response.json(exampleOf("listModels", "200"));
  const client = clientOf(async () => answer(), { clock, signal });
  const refusing = clientOf(async () => Response.json({}, { status: 400 }), { clock, signal });

  await client.models.list();
  await failureOf(refusing.models.list());
  await failureOf(client.chat.completions.create(request));
  await (await client.models.list().asResponse()).text();

  expect(timers.size).toBe(0);
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
});

test("gives a hundred thousand events to a loop that had final() read them first", async () => {
  const count = 100_000;
  const text = streamText(...Array.from({ length: count }, () => chunkOf({ content: "7" })), "[DONE]");
  const stream = await clientOf(async () => wholeStreamOf(text)).chat.completions.create(streamRequest);
  let events = 0;

  for await (const _chunk of stream) if (events++ === 0) await stream.final();

  expect(events).toBe(count);
});

test("has no timer of two thousand open streams that were left", async () => {
  const { clock, timers } = createTestClock();
  const client = clientOf(async () => openStream().answer, { clock });

  const streams = await Promise.all(Array.from({ length: 2_000 }, () => client.chat.completions.create(streamRequest)));
  const failures = streams.map((stream) => failureOf(stream.final()));
  await settle();

  expect(timers.size).toBe(2_000);
  await Promise.all(streams.map((stream) => stream[Symbol.asyncDispose]()));
  expect(timers.size).toBe(0);
  expect(await Promise.all(failures)).toHaveLength(2_000);
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

test("leaves no listener on a signal after two thousand calls and streams", async () => {
  const [ofClient, ofCall] = [new AbortController().signal, new AbortController().signal];
  const client = clientOf(
    async (_url, { body }) =>
      body === undefined
        ? Response.json(exampleOf("listModels", "200"))
        : wholeStreamOf(String(body).includes("cut") ? streamText(first) : whole),
    { signal: ofClient },
  );
  const options = { signal: ofCall };

  for (let round = 0; round < 500; round++) {
    await client.models.list({}, options);
    await client.raw.GET("/v1/models", options);
    await (await client.chat.completions.create(streamRequest, options)).final();
    await failureOf(client.chat.completions.stream({ ...request, model: "cut" }, options).final());
  }

  for (const signal of [ofClient, ofCall]) expect(getEventListeners(signal, "abort")).toEqual([]);
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
