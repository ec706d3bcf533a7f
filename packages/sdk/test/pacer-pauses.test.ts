import { expect, test } from "vitest";
import { createRun, settle } from "./pacer-run.js";

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
