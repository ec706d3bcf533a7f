import { expect, test } from "vitest";
import type { EventStream } from "../src/call.js";
import { scriptOf } from "../src/faults/stream-script.js";
import { type LatencyValues, latencies } from "../src/latency/latency.js";
import { timedStream } from "../src/latency/timed-stream.js";
import { openWaits } from "../src/latency/waits.js";
import { createVirtualClock, type VirtualClock } from "../src/session/virtual-clock.js";
import { createManualClock, createQuickClock } from "./manual-clock.js";

const signal = new AbortController().signal;

test("late timers do not add up", async () => {
  const clock = createVirtualClock(createQuickClock(0, 9));

  const times = await timesOf({ clock, latency: latencies.standard });

  expect(times.at(-1)).toBe(400 + 100 * 30 + 9);
});

test.each([0, 1, 5, 40])(
  "a stream that is late by %d gaps catches up by half a gap at most with each event",
  async (late) => {
    const base = createManualClock(0);
    const times: number[] = [];
    const latency = { firstMs: 100, gapMs: 20, spread: 0 };
    const stream = streamOf(101, { clock: createVirtualClock(base), latency });
    const reading = stream(signal, () => void times.push(base.now()));

    await base.advance(100 + late * 20);
    for (let ms = 0; ms < 101 * 20; ms += 10) await base.advance(10);
    await reading;

    expect(Math.min(...gapsOf(times))).toBe(late === 0 ? 20 : 10);
    expect(times.at(-1)).toBe(100 + 100 * 20);
  },
);

test("what is never due is slept for no longer than a timer can be set", () => {
  const base = createQuickClock();

  void openWaits(signal, contextOf(createVirtualClock(base))).until(Number.POSITIVE_INFINITY);

  expect(base.waits).toEqual([2 ** 31 - 1]);
});

test("who leaves wakes at once, and the others still when they are due", async () => {
  const base = createManualClock(0);
  const leave = new AbortController();
  const woken: string[] = [];
  openWaits(leave.signal, contextOf(createVirtualClock(base)))
    .until(10)
    .then(() => woken.push("left"));
  openWaits(signal, contextOf(createVirtualClock(base)))
    .until(20)
    .then(() => woken.push("stayed"));

  leave.abort();
  await base.advance(10);
  expect(woken).toEqual(["left"]);
  await base.advance(10);

  expect(woken).toEqual(["left", "stayed"]);
  expect(base.sleepers).toBe(0);
});

test("a clock that is advanced drains a stream at once", async () => {
  const clock = createVirtualClock(createManualClock(0));
  const times = timesOf({ clock, latency: latencies.overloaded });

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

test.each([
  {
    what: "a comment comes every 15 s while nothing else does",
    steps: [15_000, 15_000, 15_000],
    comesAt: [15, 30, 45],
  },
  { what: "no comment comes late where the time has been moved on", steps: [40_000], comesAt: [40] },
])("$what", async ({ steps, comesAt }) => {
  const base = createManualClock(0);
  const clock = createVirtualClock(base);
  const came: { atMs: number; chunk: unknown }[] = [];
  const stream = streamOf(1, { clock, latency: { firstMs: 40_000, gapMs: 0, spread: 0 } });
  const reading = stream(signal, (chunk) => void came.push({ atMs: clock.now(), chunk }));

  for (const ms of steps) await base.advance(ms);
  await reading;

  const chunks = [...comesAt.slice(1).map(() => ": keep-alive\n\n"), "0"];
  expect(came).toEqual(comesAt.map((at, index) => ({ atMs: at * 1000, chunk: chunks[index] })));
});

interface StreamOptions {
  clock: VirtualClock;
  latency: LatencyValues;
  seed?: number;
  request?: string;
}

/** A stream of so many events, each of which is its number. */
function streamOf(events: number, { clock, latency, seed = 1, request = "Hello." }: StreamOptions): EventStream {
  const script = scriptOf(Array.from({ length: events }, (_, index) => String(index)));
  const context = { ...contextOf(clock), entry: { atMs: clock.now() }, dialect: "chat", latency, seed };
  return timedStream({ ...script, requestText: () => request }, context);
}

/** The context of a call with a key that nobody revokes. */
function contextOf(clock: VirtualClock) {
  return { key: "", session: { clock, state: { onRevoked: () => () => undefined } } };
}

/** Returns the time of each of a stream's 101 events. */
async function timesOf(options: StreamOptions): Promise<number[]> {
  const times: number[] = [];
  await streamOf(101, options)(signal, () => void times.push(options.clock.now()));
  return times;
}

const quickClock = () => createVirtualClock(createQuickClock());

const gapsOf = (times: number[]) => times.slice(1).map((time, index) => time - (times[index] ?? 0));
