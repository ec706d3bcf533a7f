import { expect, test } from "vitest";
import type { Latency } from "../src/index.js";
import { createClient, jsonRequest } from "./client.js";
import { createManualClock } from "./manual-clock.js";

/** A mock whose time stands still, and a client whose answers are listed when they are there. */
function createTimed(latency: Latency) {
  const clock = createManualClock();
  const { fetch, get, admin } = createClient({ clock, latency });
  const statuses: number[] = [];
  const listed = async (answer: Promise<Response>) => void statuses.push((await answer).status);
  const ask = (
    fields: object = {},
    { headers = {}, ...init }: { headers?: Record<string, string>; signal?: AbortSignal } = {},
  ) => {
    const question = { model: "GPT-5.2", messages: [{ role: "user", content: "Hello" }], max_tokens: 5, ...fields };
    return listed(fetch("http://mock/v1/chat/completions", { ...jsonRequest(question, headers), ...init }));
  };
  return {
    clock,
    ask,
    call: (path: string) => listed(get(path)),
    waits: () => expect.poll(() => clock.sleepers).toBe(1),
    revoke: () => admin("PATCH", "/keys/full", { isRevoked: true }),
    statuses,
    journal: () => admin("GET", "/journal"),
    points: async () => (await admin("GET", "/keys")).keys[0]?.points,
  };
}

test("a plain reply comes when its stream would have brought its last word", async () => {
  const { clock, ask, waits, statuses } = createTimed({ firstMs: 100, gapMs: 10 });
  const answered = ask();
  await waits();

  await clock.advance(149);
  const early = [...statuses];
  await clock.advance(1);
  await answered;

  expect(early).toEqual([]);
  expect(statuses).toEqual([200]);
});

test("a wait by the fault slow-headers comes on top of it", async () => {
  const { clock, ask, waits, statuses } = createTimed({ firstMs: 100, gapMs: 10 });
  const answered = ask({}, { headers: { "x-mock-fault": "slow-headers;ms=1000" } });
  await waits();

  await clock.advance(1149);
  const early = [...statuses];
  await clock.advance(1);
  await answered;

  expect(early).toEqual([]);
  expect(statuses).toEqual([200]);
});

test("refusals, lists, examples and errors asked for do not wait", async () => {
  const { ask, call, statuses } = createTimed("overloaded");

  await ask({ temperature: 3 });
  await call("/v1/models");
  await ask({}, { headers: { prefer: "code=200" } });
  await ask({}, { headers: { "x-mock-fault": "status-503" } });

  expect(statuses).toEqual([400, 200, 200, 503]);
});

test("the journal shows a plain reply that is waited for as open", async () => {
  const { clock, ask, waits, journal } = createTimed({ firstMs: 100, gapMs: 0 });
  const answered = ask();
  await waits();

  const during = await journal();
  await clock.advance(100);
  await answered;

  expect(during).toMatchObject({ exchanges: [{ response: { status: 200, ending: "open" } }] });
  expect(await journal()).toMatchObject({
    exchanges: [{ response: { status: 200, ending: "complete", headersMs: 100 } }],
  });
});

test("a client that leaves while it waits for a plain reply has had none and paid nothing", async () => {
  const { ask, waits, points, journal } = createTimed("standard");
  const leave = new AbortController();
  const answered = ask({}, { signal: leave.signal });
  await waits();

  leave.abort();

  await expect(answered).rejects.toThrow("aborted");
  expect(await points()).toBe(1_000_000);
  expect(await journal()).toMatchObject({ exchanges: [expect.not.objectContaining({ response: expect.anything() })] });
});

test.each([
  { what: "a plain reply", fields: {}, headers: {} },
  { what: "a stream with slow headers", fields: { stream: true }, headers: { "x-mock-fault": "slow-headers" } },
])("R5.4: $what that is waited for is 401 and free when its key is revoked", async ({ fields, headers }) => {
  const { ask, waits, revoke, statuses, points } = createTimed("standard");
  const answered = ask(fields, { headers });
  await waits();

  await revoke();
  await answered;

  expect(statuses).toEqual([401]);
  expect(await points()).toBe(1_000_000);
});
