import { expect, test } from "vitest";
import { createMock, type Latency } from "../src/index.js";
import { createManualClock } from "./manual-clock.js";
import { bearer, json } from "./requests.js";

const question = { model: "GPT-5.2", messages: [{ role: "user", content: "Hello" }], max_tokens: 5 };

/** A mock whose time stands still, and a client whose answers are listed when they are there. */
function createTimed(latency: Latency) {
  const clock = createManualClock();
  const { fetch } = createMock({ clock, latency });
  const statuses: number[] = [];
  const call = async (path: string, { headers, ...init }: RequestInit = {}) => {
    const sent = { ...bearer("sk-mock-full"), ...(headers as Record<string, string>) };
    const response = await fetch(`http://mock${path}`, { ...init, headers: sent });
    statuses.push(response.status);
    return response;
  };
  const ask = (fields: object = {}, { headers = {}, ...init }: RequestInit = {}) => {
    const { headers: type, ...request } = json({ ...question, ...fields });
    const sent = { ...(type as Record<string, string>), ...(headers as Record<string, string>) };
    return call("/v1/chat/completions", { ...request, ...init, headers: sent });
  };
  const waits = () => expect.poll(() => clock.sleepers).toBe(1);
  const revoke = () =>
    fetch("http://mock/_mock/api/sessions/default/keys/full", {
      method: "PATCH",
      headers: { "x-mock-admin": "1" },
      body: JSON.stringify({ isRevoked: true }),
    });
  const journal = async () => (await fetch("http://mock/_mock/api/sessions/default/journal")).json();
  const points = async () => {
    const response = await fetch("http://mock/_mock/api/sessions/default/keys");
    return ((await response.json()) as { keys: { points: number }[] }).keys[0]?.points;
  };
  return { clock, ask, call, waits, revoke, statuses, journal, points };
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
