import { expect, test } from "vitest";
import { type Attempt, createRun, settle } from "./pacer-run.js";

test("a 429 holds everybody up as long as it says and a little longer, and then they go one by one", async () => {
  const { clock, sent, start } = createRun({});
  for (let name = 1; name <= 10; name++) start(name);
  start(11, { answers: [429, { "retry-after": "5" }] });
  await settle();

  for (let name = 12; name <= 20; name++) start(name);
  await clock.advance(60_000);

  const [first, ...others] = sent.slice(11).map(({ atMs }) => atMs);
  expect(first).toBe(5_250);
  // Ten went in the first 5250 ms, so that the nine take nearly as long.
  expect(others.at(-1)).toBeGreaterThan(5_250 + 3_500);
  expect(others.at(-1)).toBeLessThan(5_250 + 5_250);
  expect(new Set(others).size).toBe(8);
});

test("takes what was refused together for one sign", async () => {
  const { clock, sent, start } = createRun({});
  for (let name = 0; name < 60; name++) start(name);
  for (let name = 60; name < 300; name++) start(name, { answers: [429, { "retry-after": "2" }], answersAfterMs: 50 });
  await clock.advance(50);

  for (let name = 300; name < 330; name++) start(name);
  await clock.advance(4_000);

  // Sixty in 2.3 seconds are what the service was seen to take; the thirty need half as long.
  expect(sent.slice(300, 302).map(({ atMs }) => atMs)).toEqual([2300, expect.any(Number)]);
  expect(sent).toHaveLength(330);
});

test("a scout goes ahead after the pause, and the others wait until no 429 came for it", async () => {
  const { clock, sent, start } = createRun({});
  start(1, { answers: [429, { "retry-after": "2" }], answersAfterMs: 300 });
  await clock.advance(300);

  start(2, { attempt: 3 });
  start(3, { attempt: 1, answersAfterMs: 20_000 });
  start(4, { attempt: 2 });
  await clock.advance(2_250);
  expect(sent.slice(1)).toEqual([{ name: 3, atMs: 2_550 }]);
  await clock.advance(60_000);

  // The one with the fewest retries left goes first of the others.
  expect(sent.slice(2).map(({ name }) => name)).toEqual([2, 4]);
  expect(sent[2]?.atMs).toBeGreaterThanOrEqual(2_550 + 2 * 300);
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

test("halves the rate after a further 429, and raises it with every other answer", async () => {
  const { clock, sent, start } = createRun({});
  for (let name = 0; name < 100; name++) start(name);
  start(100, { answers: [429, { "retry-after": "9.75" }] });
  await clock.advance(10_000);
  const gapAfter = async (attempts: Attempt[]): Promise<number> => {
    for (const attempt of attempts) start(200, attempt);
    await clock.advance(30_000);
    const [last, one] = sent.slice(-2);
    return (one?.atMs ?? 0) - (last?.atMs ?? 0);
  };

  // A hundred in ten seconds, and 2 % more for each of two answers.
  const first = await gapAfter([{}, {}, {}]);
  const faster = await gapAfter([{}, {}, {}, {}, {}]);
  const slower = await gapAfter([{ answers: [429, { "retry-after": "1" }] }, {}, {}]);

  expect(first).toBeCloseTo(100 / 1.02, 0);
  expect(faster).toBeLessThan(first);
  expect(slower).toBeGreaterThan(1.8 * faster);
});

test("lowers the rate where an answer says that no request remains", async () => {
  const { clock, sent, start } = createRun({});
  for (let name = 0; name < 100; name++) start(name);
  start(100, { answers: [429, { "retry-after": "9.75" }] });
  await clock.advance(10_000);
  const answers: Attempt["answers"] = [200, { "x-ratelimit-remaining-requests": "0" }];

  for (let name = 101; name < 120; name++) start(name, { answers });
  await clock.advance(30_000);

  const gaps = sent.slice(102).map(({ atMs }, index) => atMs - (sent[101 + index]?.atMs ?? 0));
  expect(gaps.at(-1)).toBeGreaterThan(gaps[0] ?? 0);
});

test("forgets the rate when for a minute nobody had to wait for it", async () => {
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

test("waits for the reset that a 429 without Retry-After tells", async () => {
  const { clock, sent, start } = createRun({});
  start(1, { answers: [429, { "x-ratelimit-reset-requests": "7" }] });
  await settle();

  start(2);
  await clock.advance(60_000);

  expect(sent[1]?.atMs).toBe(7_250);
});

test("does not wait for a Retry-After that the client does not wait for either", async () => {
  const { sent, start } = createRun({ maxRetryAfterMs: 10_000 });
  start(1, { answers: [429, { "retry-after": "11" }] });
  await settle();

  start(2);
  await settle();

  expect(sent.map(({ name }) => name)).toEqual([1, 2]);
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
