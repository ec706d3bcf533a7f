import { getEventListeners } from "node:events";
import fc from "fast-check";
import { expect, test } from "vitest";
import { OptionError } from "../src/index.js";
import { createPacer } from "../src/points/index.js";

/** A clock that goes on only when it is told to. */
function createTestClock() {
  const timers = new Set<{ dueMs: number; run: () => void }>();
  let nowMs = 0;
  return {
    timers,
    now: () => nowMs,
    after(delayMs: number, run: () => void) {
      const timer = { dueMs: nowMs + delayMs, run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    /** Runs what is due until then. */
    async advance(ms: number) {
      const untilMs = nowMs + ms;
      for (;;) {
        await settle();
        const [timer] = [...timers].filter(({ dueMs }) => dueMs <= untilMs).sort((a, b) => a.dueMs - b.dueMs);
        if (timer === undefined) break;
        timers.delete(timer);
        nowMs = Math.max(nowMs, timer.dueMs);
        timer.run();
      }
      nowMs = untilMs;
    },
  };
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
}

/** Makes attempts through a pacer and notes when each of them goes. */
function createRun(requestsPerMinute: number) {
  const clock = createTestClock();
  const pacer = createPacer({ requestsPerMinute, clock });
  const sent: { name: number; atMs: number }[] = [];
  const answer = { status: 200, headers: new Headers(), requestId: undefined };
  return {
    clock,
    sent,
    start(name: number, signal?: AbortSignal) {
      // The pacer looks at nothing else.
      const request = { signal } as Parameters<typeof pacer>[0];
      return pacer(request, async () => {
        sent.push({ name, atMs: clock.now() });
        return answer;
      });
    },
  };
}

test("lets as many attempts go at once as a minute allows, and the others in their order", async () => {
  const { clock, sent, start } = createRun(3);

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
      const { clock, sent, start } = createRun(limit);
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

test("keeps one timer for all that wait", async () => {
  const { clock, start } = createRun(1);

  for (let name = 0; name < 100; name++) start(name);
  await settle();

  expect(clock.timers.size).toBe(1);
});

test("lets an attempt that is aborted go at once, and gives its turn to the next", async () => {
  const { clock, sent, start } = createRun(1);
  const controller = new AbortController();

  start(1);
  start(2, controller.signal);
  start(3);
  await clock.advance(10);
  controller.abort();
  await settle();
  expect(sent).toEqual([
    { name: 1, atMs: 0 },
    { name: 2, atMs: 10 },
  ]);
  await clock.advance(60_000);

  expect(sent[2]).toEqual({ name: 3, atMs: 60_000 });
});

test("does not keep an attempt that was aborted before it came", async () => {
  const { clock, sent, start } = createRun(1);

  start(1);
  start(2, AbortSignal.abort());
  await clock.advance(0);

  expect(sent.map(({ name }) => name)).toEqual([1, 2]);
});

test("leaves no listener on a signal when the turn has come", async () => {
  const { clock, start } = createRun(1);
  const { signal } = new AbortController();

  start(1, signal);
  start(2, signal);
  await clock.advance(60_000);

  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test.each([0, -1, 1.5, Number.NaN])("refuses %s as a number of requests", (requestsPerMinute) => {
  expect(() => createPacer({ requestsPerMinute })).toThrow(OptionError);
});
