import { expect, test } from "vitest";
import { createPacer } from "../src/points/index.js";
import { createRun, settle } from "./pacer-run.js";
import { callThrough } from "./points-call.js";

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
