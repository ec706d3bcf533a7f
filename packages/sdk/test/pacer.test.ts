import { getEventListeners } from "node:events";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Clock, OptionError } from "../src/index.js";
import { createPacer } from "../src/points/index.js";
import { createRun, createTestClock, settle } from "./pacer-run.js";
import { callThrough } from "./points-call.js";
import { clientOf, exampleOf, failureAfter, recordingClient, request } from "./stub-service.js";

test("lets as many attempts go at once as a minute allows, and the others in their order", async () => {
  const { clock, sent, start } = createRun({ requestsPerMinute: 3 });

  for (const name of [1, 2, 3, 4, 5]) start(name);
  await clock.advance(59_999);
  expect(sent.map(({ name }) => name)).toEqual([1, 2, 3]);
  await clock.advance(1);

  expect(sent.map(({ name }) => name)).toEqual([1, 2, 3, 4, 5]);
  expect(clock.timers.size).toBe(0);
});

test("never lets more go in any minute, and makes none wait longer than it has to", async () => {
  const gaps = fc.array(fc.nat({ max: 40_000 }), { maxLength: 25 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 5 }), gaps, async (limit, gapsMs) => {
      const { clock, sent, start } = createRun({ requestsPerMinute: limit });
      const startedMs: number[] = [];
      for (const [name, gapMs] of gapsMs.entries()) {
        await clock.advance(gapMs);
        startedMs.push(clock.now());
        start(name);
      }
      await clock.advance(60_000 * 30);

      expect(sent.map(({ name }) => name)).toEqual(gapsMs.map((_, name) => name));
      for (const [index, { atMs }] of sent.entries()) {
        const earlier = sent[index - limit];
        const free = earlier === undefined ? 0 : earlier.atMs + 60_000;
        expect(atMs).toBe(Math.max(startedMs[index] ?? 0, free));
      }
    }),
  );
});

test("has a timer for each attempt that waits, and none of those that went", async () => {
  const { clock, sent, start } = createRun({});

  for (let name = 0; name < 500; name++) start(name);
  await settle();
  expect([sent.length, clock.timers.size]).toEqual([500, 0]);
  for (let name = 500; name < 550; name++) start(name);
  await settle();
  expect([sent.length, clock.timers.size]).toEqual([500, 50]);
  await clock.advance(60_000);

  expect([sent.length, clock.timers.size]).toEqual([550, 0]);
});

test("an attempt whose timer died with its request holds nobody up for long", async () => {
  const clock = createTestClock();
  const sent: number[] = [];
  let isAlive = false;
  const mortal: Clock = { ...clock, after: (delayMs, run) => (isAlive ? clock.after(delayMs, run) : () => {}) };
  const pacer = createPacer({ requestsPerMinute: 1, clock: mortal });
  const start = () => callThrough(pacer).attempt(() => sent.push(clock.now()) && 200);

  void start();
  void start();
  await settle();
  isAlive = true;
  void start();
  await clock.advance(60_000 + 60_000 + 1_000);

  expect(sent).toEqual([0, 61_000, 121_000]);
});

test("lets attempts that are aborted go at once, gives their turns to the next, and leaves no listener", async () => {
  const { clock, sent, start } = createRun({ requestsPerMinute: 1 });
  const controller = new AbortController();
  const { signal } = new AbortController();

  start(1, { signal });
  start(2, { signal: controller.signal });
  start(3, { signal: AbortSignal.abort() });
  start(4, { signal });
  await clock.advance(10);
  controller.abort();
  await clock.advance(60_000);

  expect(sent).toEqual([1, 3, 2, 4].map((name, index) => ({ name, atMs: [0, 0, 10, 60_000][index] })));
  for (const one of [signal, controller.signal]) expect(getEventListeners(one, "abort")).toEqual([]);
});

test("lets no more attempts be under way at once than concurrency allows", async () => {
  const { clock, sent, start } = createRun({ concurrency: 2 });

  const end = start(1);
  start(2, { answers: [500], answersAfterMs: 100 });
  start(3);
  start(4);
  await clock.advance(99);
  expect(sent.map(({ name }) => name)).toEqual([1, 2]);

  // A failure gives its place up, and a success when its reply has been read.
  await clock.advance(1);
  expect(sent.map(({ name }) => name)).toEqual([1, 2, 3]);
  end();
  end();
  await settle();

  expect(sent.map(({ name }) => name)).toEqual([1, 2, 3, 4]);
});

test("gives the place of an attempt that throws to the next", async () => {
  const clock = createTestClock();
  const pacer = createPacer({ concurrency: 1, clock });

  await callThrough(pacer)
    .attempt(() => Promise.reject(new Error("Lost")))
    .catch(() => {});
  await callThrough(pacer).attempt(() => 200);

  expect(clock.timers.size).toBe(0);
});

test("refuses numbers that are none, and an option that it does not know", () => {
  const wrong = [0, -1, 1.5, Number.NaN].flatMap((count) => [{ requestsPerMinute: count }, { concurrency: count }]);
  for (const options of [...wrong, { maxRetryAfterMs: Number.NaN }])
    expect(() => createPacer(options), JSON.stringify(options)).toThrow(OptionError);
  // @ts-expect-error: the option is called requestsPerMinute.
  const make = () => createPacer({ perMinute: 500 });

  expect(make).toThrow('createPacer has no option "perMinute"; it takes requestsPerMinute, concurrency,');
});

test("an abort ends a client's call that waits for its turn, and nothing is sent", async () => {
  const clock = createTestClock();
  const controller = new AbortController();
  const { client, sent } = recordingClient([exampleOf("createChatCompletion", "200")], {
    middleware: [createPacer({ requestsPerMinute: 1, clock })],
  });

  await client.chat.completions.create(request);
  const failure = await failureAfter(client.chat.completions.create(request, { signal: controller.signal }), () =>
    controller.abort(),
  );

  expect(failure).toMatchObject({ name: "AbortError", mayHaveBeenProcessed: "no" });
  expect(sent).toHaveLength(1);
});

test("a client makes its calls, retries included, at the pace", async () => {
  const clock = createTestClock();
  const sentMs: number[] = [];
  const client = clientOf(
    async () => {
      sentMs.push(clock.now());
      return Response.json(exampleOf("createChatCompletion", "200"), { status: sentMs.length === 1 ? 500 : 200 });
    },
    { maxRetries: 1, clock: { random: () => 0 }, middleware: [createPacer({ requestsPerMinute: 2, clock })] },
  );

  await client.chat.completions.create(request);
  const second = client.chat.completions.create(request);
  await clock.advance(60_000);
  await second;

  expect(sentMs).toEqual([0, 0, 60_000]);
});

// Pauses

test("a 429 holds everybody up as long as it says and a little longer, and then they go one by one", async () => {
  const { clock, sent, start } = createRun({});
  for (let name = 1; name <= 10; name++) start(name);
  start(11, { answers: [429, { "retry-after": "5" }] });
  await settle();

  for (let name = 12; name <= 20; name++) start(name);
  await clock.advance(60_000);

  // Five hundred a minute, one after the other.
  expect(sent.slice(11).map(({ atMs }) => atMs)).toEqual(Array.from({ length: 9 }, (_, index) => 5_250 + 120 * index));
});

test("takes what was refused together for one sign", async () => {
  const { clock, sent, start } = createRun({});
  for (let name = 0; name < 60; name++) start(name);
  for (let name = 60; name < 300; name++) start(name, { answers: [429, { "retry-after": "2" }], answersAfterMs: 50 });
  await clock.advance(50);

  for (let name = 300; name < 330; name++) start(name);
  await clock.advance(6_000);

  // The pause is doubled for none of the others.
  expect(sent.slice(300, 302).map(({ atMs }) => atMs)).toEqual([2300, 2420]);
  expect(sent).toHaveLength(330);
});

test("lets retries go before first attempts", async () => {
  const { clock, sent, start } = createRun({ requestsPerMinute: 1 });

  start(1);
  start(2);
  start(3, { attempt: 2 });
  start(4, { attempt: 3 });
  await clock.advance(240_000);

  expect(sent.map(({ name }) => name)).toEqual([1, 4, 3, 2]);
});

test("lets as many go at once as before when a minute has passed since a pause", async () => {
  const { clock, sent, start } = createRun({});
  start(1, { answers: [429, { "retry-after": "2" }] });
  await clock.advance(70_000);

  for (let name = 2; name < 100; name++) start(name);
  await settle();

  expect(sent).toHaveLength(99);
});

test("makes a longer pause each time where a 429 does not say how long", async () => {
  const { clock, sent, start } = createRun({});

  for (const name of [1, 2, 3, 4]) {
    start(name, { answers: [429] });
    await settle();
  }
  await clock.advance(60_000);

  expect(sent.map(({ atMs }) => atMs)).toEqual([0, 1_250, 3_500, 7_750]);
});

test.each<[string, object, number | undefined]>([
  ["waits for the reset that a 429 without Retry-After tells", { "x-ratelimit-reset-requests": "7" }, 7_250],
  ["does not wait for a Retry-After that the client does not wait for either", { "retry-after": "11" }, 0],
])("%s", async (_what, headers, atMs) => {
  const { clock, sent, start } = createRun({ maxRetryAfterMs: 10_000 });
  start(1, { answers: [429, headers as Record<string, string>] });
  await settle();

  start(2);
  await clock.advance(60_000);

  expect(sent[1]).toEqual({ name: 2, atMs });
});

test("gives the place in the minute back that a refused attempt had", async () => {
  const { clock, sent, start } = createRun({ requestsPerMinute: 2 });
  start(1);
  start(2, { answers: [429, { "retry-after": "3" }] });
  await settle();

  start(2, { attempt: 2 });
  await clock.advance(5_000);

  expect(sent).toHaveLength(3);
});

test("an attempt keeps its place as long as its reply is read, however many wait", async () => {
  const { clock, sent, start } = createRun({ concurrency: 2 });

  const ends = [1, 2].map((name) => start(name));
  for (let name = 3; name <= 6; name++) start(name);
  await clock.advance(600_000);
  expect(sent.map(({ name }) => name)).toEqual([1, 2]);
  for (const end of ends) end();
  await settle();

  expect(sent.map(({ name }) => name)).toEqual([1, 2, 3, 4]);
});

test("an attempt that is aborted while it asks for a shared place does not wait for the answer", async () => {
  const stop = new AbortController();
  const shared = { takePlace: () => new Promise<never>(() => {}), returnPlace: async () => {}, pause: async () => {} };
  const call = callThrough(createPacer({ shared }), { body: {}, signal: stop.signal });

  let isOver = false;
  const attempt = call.attempt(() => 200).finally(() => (isOver = true));
  await settle();
  expect(isOver).toBe(false);
  stop.abort();
  await attempt;

  expect(isOver).toBe(true);
});

test("sets no timer below zero when time passes between two readings of the clock", async () => {
  const base = createTestClock();
  const delaysMs: number[] = [];
  let driftMs = 0;
  const clock = {
    ...base,
    now() {
      driftMs += 0.01;
      return base.now() + driftMs;
    },
    // Fires a little early, as timers of whole milliseconds do.
    after(delayMs: number, run: () => void) {
      delaysMs.push(delayMs);
      return base.after(Math.max(0, delayMs - 0.025), run);
    },
  };
  const { sent, start } = createRun({ clock, requestsPerMinute: 1 });

  for (let name = 0; name < 2; name++) start(name);
  await base.advance(600_000);

  expect(sent).toHaveLength(2);
  expect(Math.min(...delaysMs)).toBeGreaterThanOrEqual(0);
});
