import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import {
  createPacer,
  createSpendGuard,
  type PriceTable,
  type SharedPace,
  type SharedSpend,
  SpendLimitError,
} from "../src/points/index.js";
import { createTestClock } from "./pacer-run.js";
import { callThrough } from "./points-call.js";
import { failureOf } from "./stub-service.js";

const perRequest: PriceTable = new Map([["writer-1", { request: 120 }]]);
const body = { model: "writer-1", messages: [{ role: "user", content: "Name one prime." }] };

/** A window without an end, for all who are given it. */
function createSharedPace() {
  const places = new Set<string>();
  const asked: { places: number; windowMs: number }[] = [];
  const pauses: number[] = [];
  const returned: string[] = [];
  let count = 0;
  const shared: SharedPace = {
    async takePlace(limit) {
      asked.push(limit);
      await sleep(0);
      if (places.size >= limit.places) return { waitMs: 10 };
      const place = `place-${++count}`;
      places.add(place);
      return { place };
    },
    async returnPlace(place) {
      places.delete(place);
      returned.push(place);
    },
    async pause(pauseMs) {
      pauses.push(pauseMs);
    },
  };
  return { shared, places, asked, pauses, returned };
}

/** Sums for all who are given them; a reservation can be made to fail. */
function createSharedSpend() {
  const reserved = new Map<string, number>();
  const state = { spentPoints: 0, isAway: false };
  const sums = () => ({
    spentPoints: state.spentPoints,
    reservedPoints: [...reserved.values()].reduce((sum, points) => sum + points, 0),
  });
  const shared: SharedSpend = {
    async reserve({ id, points, maxPoints }) {
      await sleep(0);
      const { spentPoints, reservedPoints } = sums();
      const isReserved = spentPoints + reservedPoints + points <= maxPoints;
      if (isReserved) reserved.set(id, points);
      if (state.isAway) throw new Error("the store is away");
      return { ...sums(), isReserved };
    },
    async settle({ id, spentPoints }) {
      if (state.isAway) throw new Error("the store is away");
      if (reserved.delete(id)) state.spentPoints += spentPoints;
      return sums();
    },
  };
  return { shared, sums, state };
}

/** Starts so many calls and gives those that were sent. */
async function start(pacers: ReturnType<typeof createPacer>[], count: number, status = 200) {
  const stop = new AbortController();
  let sent = 0;
  for (let index = 0; index < count; index++) {
    const pacer = pacers[index % pacers.length] ?? pacers[0];
    if (pacer === undefined) throw new Error("No pacer.");
    const call = callThrough(pacer, { body, signal: stop.signal });
    call
      .attempt(() => {
        if (stop.signal.aborted) throw new Error("aborted");
        sent++;
        return status;
      })
      .catch(() => {});
  }
  return { stop, sent: () => sent };
}

test("two pacers that share their count send no more together than one may", async () => {
  const { shared, places, asked } = createSharedPace();
  const pacers = [1, 2].map(() => createPacer({ requestsPerMinute: 10, shared }));

  const { sent, stop } = await start(pacers, 30);
  await expect.poll(() => places.size).toBe(10);
  // The others were told to wait, and ask again.
  await expect.poll(() => asked.length).toBeGreaterThan(40);
  stop.abort();

  expect(sent()).toBe(10);
  expect(asked[0]).toEqual({ places: 10, windowMs: 61_000 });
});

test("attempts that wait for a slow store ask it together, and for no more than can go", async () => {
  const { shared } = createSharedPace();
  let asked = 0;
  const slow: SharedPace = { ...shared, takePlace: () => new Promise(() => void asked++) };

  const { stop } = await start([createPacer({ shared: slow })], 30);
  expect(asked).toBe(20);
  stop.abort();

  const { stop: stopFew } = await start([createPacer({ shared: slow, concurrency: 4 })], 30);
  expect(asked).toBe(24);
  stopFew.abort();
});

test("attempts ask a full store again when it says, and no sooner than a moment later", async () => {
  const clock = createTestClock();
  const { shared } = createSharedPace();
  const waitsMs = [...Array.from({ length: 20 }, () => 100), 0];
  const askedMs = new Set<number>();
  const full: SharedPace = {
    ...shared,
    async takePlace() {
      askedMs.add(clock.now());
      const waitMs = waitsMs.shift();
      return waitMs === undefined ? { place: "free" } : { waitMs };
    },
  };

  const { sent } = await start([createPacer({ shared: full, clock })], 25);
  await clock.advance(1_000);

  expect([...askedMs]).toEqual([0, 100, 130]);
  expect(sent()).toBe(25);
});

test("an ask that is never answered holds nobody else up", async () => {
  const { shared } = createSharedPace();
  let isFirst = true;
  const losing: SharedPace = {
    ...shared,
    async takePlace(limit) {
      if (!isFirst) return shared.takePlace(limit);
      isFirst = false;
      return new Promise(() => {});
    },
  };

  const { sent, stop } = await start([createPacer({ shared: losing })], 3);
  await expect.poll(sent).toBe(2);
  stop.abort();
});

test("a place that nobody waits for any longer is given back", async () => {
  const { shared, places, returned } = createSharedPace();
  const { stop, sent } = await start([createPacer({ shared })], 1);

  stop.abort();
  await expect.poll(() => returned).toEqual(["place-1"]);

  expect(sent()).toBe(0);
  expect(places.size).toBe(0);
});

test("a 429 of one pacer pauses all of them and takes no place", async () => {
  const { shared, places, pauses } = createSharedPace();

  const { stop } = await start([createPacer({ shared })], 1, 429);
  await expect.poll(() => pauses.length).toBe(1);
  stop.abort();

  expect(pauses[0]).toBeGreaterThanOrEqual(1000);
  await expect.poll(() => places.size).toBe(0);
});

test("a pacer whose shared count fails goes by its own", async () => {
  const fails = () => Promise.reject(new Error("the store is away"));
  const pacer = createPacer({
    requestsPerMinute: 3,
    shared: { takePlace: fails, returnPlace: fails, pause: fails },
  });

  const { sent, stop } = await start([pacer], 9);
  await expect.poll(() => sent()).toBe(3);
  await sleep(20);
  stop.abort();

  expect(sent()).toBe(3);
});

test("guards that share their sums let no more through together than one may", async () => {
  const { shared, sums } = createSharedSpend();
  const guards = [1, 2, 3].map(() => createSpendGuard({ prices: perRequest, maxPoints: 600, shared }));
  const calls = Array.from({ length: 12 }, (_, index) =>
    callThrough((guards[index % 3] ?? guards[0])?.middleware as never, { body }),
  );

  const results = await Promise.allSettled(calls.map((call) => call.attempt(() => 200)));
  expect(sums()).toEqual({ spentPoints: 0, reservedPoints: 600 });
  for (const [index, { status }] of results.entries()) if (status === "fulfilled") calls[index]?.end();

  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
  await expect.poll(sums).toEqual({ spentPoints: 600, reservedPoints: 0 });
  const [refused] = results.filter(({ status }) => status === "rejected") as PromiseRejectedResult[];
  expect(refused?.reason).toBeInstanceOf(SpendLimitError);
  expect(guards[0]?.spentPoints).toBeGreaterThan(0);
});

test("a guard whose shared sums fail sends nothing, and gives back later what it may have reserved", async () => {
  const { shared, sums, state } = createSharedSpend();
  const guard = createSpendGuard({ prices: perRequest, maxPoints: 600, shared });
  let sent = 0;
  const answer = () => {
    sent++;
    return 200;
  };
  state.isAway = true;

  const error = await failureOf(callThrough(guard.middleware, { body }).attempt(answer));
  state.isAway = false;
  const call = callThrough(guard.middleware, { body });
  await call.attempt(answer);
  call.end();

  expect(error).toMatchObject({
    message:
      "POST /v1/chat/completions was not sent: its points could not be reserved, because the shared spend failed (the store is away); see that the store can be reached",
    mayHaveBeenProcessed: "no",
  });
  expect(sent).toBe(1);
  await expect.poll(sums).toEqual({ spentPoints: 120, reservedPoints: 0 });
});

test("a hundred calls that end together are settled once each", async () => {
  const { shared, sums } = createSharedSpend();
  const settle = vi.fn(async (settlement: Parameters<typeof shared.settle>[0]) => {
    await sleep(0);
    return shared.settle(settlement);
  });
  const guard = createSpendGuard({ prices: perRequest, maxPoints: 12_000, shared: { ...shared, settle } });
  const calls = Array.from({ length: 100 }, () => callThrough(guard.middleware, { body }));
  await Promise.all(calls.map((call) => call.attempt(() => 200)));

  for (const call of calls) call.end();

  await expect.poll(sums).toEqual({ spentPoints: 12_000, reservedPoints: 0 });
  expect(settle).toHaveBeenCalledTimes(100);
});

test("what could not be settled is settled with the next call", async () => {
  const { shared, sums, state } = createSharedSpend();
  const guard = createSpendGuard({ prices: perRequest, maxPoints: 600, shared });
  const [first, second] = [1, 2].map(() => callThrough(guard.middleware, { body }));

  await first?.attempt(() => 200);
  await second?.attempt(() => 200);
  expect(guard).toMatchObject({ spentPoints: 0, reservedPoints: 240 });
  state.isAway = true;
  first?.end();
  await sleep(0);
  state.isAway = false;
  second?.end();

  await expect.poll(sums).toEqual({ spentPoints: 240, reservedPoints: 0 });
});
