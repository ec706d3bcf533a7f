import { expect, test } from "vitest";
import type { EventStream } from "../src/call.js";
import { scriptOf } from "../src/faults/stream-script.js";
import type { Clock } from "../src/index.js";
import { createAdmission } from "../src/latency/admission.js";
import { type LatencyValues, latencies } from "../src/latency/latency.js";
import { createScheduler, type Scheduler } from "../src/latency/scheduler.js";
import { timedStream } from "../src/latency/timed-stream.js";
import { createAdmin } from "./admin-calls.js";
import { createManualClock } from "./manual-clock.js";
import { bearer } from "./requests.js";

const signal = new AbortController().signal;

test("late timers do not add up", async () => {
  let nowMs = 0;
  const clock = {
    now: () => nowMs,
    async sleep(delayMs: number) {
      nowMs += delayMs + 9;
    },
  };

  const times = await timesOf({ clock, latency: latencies.standard });

  expect(times.at(-1)).toBe(400 + 100 * 30 + 9);
});

test("a hundred streams sleep by one timer, and each wakes in order when it is due", async () => {
  const clock = createManualClock(0);
  const scheduler = createScheduler(clock);
  const woken: number[] = [];
  const dues = Array.from({ length: 100 }, (_, index) => (index * 37) % 100);

  for (const dueMs of dues)
    scheduler
      .openWait(signal)
      .until(dueMs + 1)
      .then(() => woken.push(dueMs));
  expect(clock.sleepers).toBe(1);
  await clock.advance(50);
  expect(woken).toEqual(Array.from({ length: 50 }, (_, index) => index));
  expect(clock.sleepers).toBe(1);
  await clock.advance(50);

  expect(woken).toHaveLength(100);
  expect(clock.sleepers).toBe(0);
});

test("a deadline that passes while others are woken is slept for no time, not for less", async () => {
  let nowMs = 0;
  const delays: number[] = [];
  const clock = {
    now() {
      nowMs += 3;
      return nowMs;
    },
    async sleep(delayMs: number) {
      delays.push(delayMs);
    },
  };
  const scheduler = createScheduler(clock);

  await Promise.all([30, 40, 50, 60, 70].map((dueMs) => scheduler.openWait(signal).until(dueMs)));

  expect(Math.min(...delays)).toBe(0);
});

test("what is never due is slept for no longer than a timer can be set", () => {
  const delays: number[] = [];
  const sleep = (delayMs: number) => {
    delays.push(delayMs);
    return new Promise<void>(() => {});
  };
  const scheduler = createScheduler({ now: () => 0, sleep });

  void scheduler.openWait(signal).until(Number.POSITIVE_INFINITY);

  expect(delays).toEqual([2 ** 31 - 1]);
});

test("who leaves wakes at once, and the others still when they are due", async () => {
  const clock = createManualClock(0);
  const scheduler = createScheduler(clock);
  const leave = new AbortController();
  const woken: string[] = [];
  scheduler
    .openWait(leave.signal)
    .until(10)
    .then(() => woken.push("left"));
  scheduler
    .openWait(signal)
    .until(20)
    .then(() => woken.push("stayed"));

  leave.abort();
  await clock.advance(10);
  expect(woken).toEqual(["left"]);
  await clock.advance(10);

  expect(woken).toEqual(["left", "stayed"]);
  expect(clock.sleepers).toBe(0);
});

test("a clock that is advanced drains a stream at once", async () => {
  const clock = createManualClock(0);
  const times = timesOf({ clock, latency: latencies.overloaded });

  await clock.advance(0);
  await clock.advance(8000 + 100 * 200);

  expect(await times).toHaveLength(101);
});

test("the spread depends on the request and the seed alone, and keeps the gap on average", async () => {
  const latency = { firstMs: 0, gapMs: 20, spread: 0.5 };
  const one = await timesOf({ clock: quickClock(), latency });
  const same = await timesOf({ clock: quickClock(), latency });
  const otherSeed = await timesOf({ clock: quickClock(), latency, seed: 2 });
  const otherRequest = await timesOf({ clock: quickClock(), latency, request: "Other." });

  expect(same).toEqual(one);
  expect(otherSeed).not.toEqual(one);
  expect(otherRequest).not.toEqual(one);
  expect(Math.abs(Number(one.at(-1)) / 100 - 20)).toBeLessThan(1);
  expect(gapsOf(one).every((gap) => gap >= 9 && gap <= 31)).toBe(true);
});

test("a thousand arrivals come in slices, in order, with turns of the event loop between", async () => {
  const { admit } = createAdmission(8);
  const admitted: number[] = [];
  const perTurn: number[] = [];

  const all = Promise.all(
    Array.from({ length: 1000 }, (_, index) =>
      (async () => {
        await admit();
        admitted.push(index);
      })(),
    ),
  );
  for (let before = 0; admitted.length < 1000; before = admitted.length) {
    await new Promise((resolve) => setImmediate(resolve));
    perTurn.push(admitted.length - before);
  }
  await all;

  expect(Math.max(...perTurn)).toBeLessThanOrEqual(16);
  expect(admitted).toEqual(Array.from({ length: 1000 }, (_, index) => index));
});

test("those who have to wait wait on while clients connect, and not for ever", async () => {
  const { admit, connected } = createAdmission(8);
  let admitted = 0;
  const arrive = async () => {
    await admit();
    admitted += 1;
  };
  const turnWith = async (connections: number) => {
    for (let count = 0; count < connections; count += 1) connected();
    await new Promise((resolve) => setImmediate(resolve));
  };

  connected();
  for (let arrival = 0; arrival < 100; arrival += 1) void arrive();
  await turnWith(1);
  for (let turn = 0; turn < 50; turn += 1) await turnWith(1);
  const whileTheyConnect = admitted;
  for (let turn = 0; turn < 50; turn += 1) await turnWith(0);
  const afterThat = admitted;
  for (let arrival = 0; arrival < 100; arrival += 1) void arrive();
  for (let turn = 0; turn < 5000; turn += 1) await turnWith(1);

  expect([whileTheyConnect, afterThat, admitted]).toEqual([8, 100, 200]);
});

test("the time of a request is that of its arrival, however long it waits to be admitted", async () => {
  const clock = createManualClock(0);
  const { mock, of } = createAdmin({ clock });
  const init = { headers: bearer("sk-mock-full") };

  const answers = Array.from({ length: 20 }, () => mock.fetch("http://mock/v1/models", init));
  await new Promise(process.nextTick); // none is admitted before the next turn of the event loop
  await clock.advance(1000);
  await Promise.all(answers);

  const { exchanges } = await of("GET", "/journal");
  const arrivals = exchanges.map(({ at }: { at: string }) => Date.parse(at));
  expect(arrivals).toEqual(Array.from({ length: 20 }, () => 0));
});

test.each([
  {
    what: "a comment comes every 15 s while nothing else does",
    steps: [15_000, 15_000, 15_000],
    comesAt: [15, 30, 45],
  },
  { what: "no comment comes late where the time has been moved on", steps: [40_000], comesAt: [40] },
])("$what", async ({ steps, comesAt }) => {
  const clock = createManualClock(0);
  const came: { atMs: number; chunk: unknown }[] = [];
  const stream = streamOf(1, { clock, latency: { firstMs: 40_000, gapMs: 0, spread: 0 } });
  const reading = stream(signal, (chunk) => void came.push({ atMs: clock.now(), chunk }));

  for (const ms of steps) await clock.advance(ms);
  await reading;

  const chunks = [...comesAt.slice(1).map(() => ": keep-alive\n\n"), "0"];
  expect(came).toEqual(comesAt.map((at, index) => ({ atMs: at * 1000, chunk: chunks[index] })));
});

interface StreamOptions {
  clock: Clock;
  latency: LatencyValues;
  seed?: number;
  request?: string;
}

/** A stream of so many events, each of which is its number. */
function streamOf(events: number, { clock, latency, seed = 1, request = "Hello." }: StreamOptions): EventStream {
  const scheduler: Scheduler = createScheduler(clock);
  const script = scriptOf(Array.from({ length: events }, (_, index) => String(index)));
  const session = { scheduler, clock, state: { onRevoked: () => () => undefined } };
  const context = { session, entry: { atMs: clock.now() }, key: "", dialect: "chat", latency, seed };
  return timedStream({ ...script, requestText: () => request }, context);
}

/** Returns the time of each of a stream's 101 events. */
async function timesOf(options: StreamOptions): Promise<number[]> {
  const times: number[] = [];
  await streamOf(101, options)(signal, () => void times.push(options.clock.now()));
  return times;
}

/** A clock on which sleep takes no time. */
function quickClock(): Clock {
  let nowMs = 0;
  return {
    now: () => nowMs,
    async sleep(delayMs) {
      nowMs += delayMs;
    },
  };
}

const gapsOf = (times: number[]) => times.slice(1).map((time, index) => time - (times[index] ?? 0));
