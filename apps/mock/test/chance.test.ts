// @module-tag socket
import { afterAll, expect, test } from "vitest";
import { createAdmin, createMock, type MockOptions, startMock } from "../src/index.js";
import { chaos } from "../src/world/chaos.js";
import { createClient, jsonRequest } from "./client.js";
import { createQuickClock } from "./manual-clock.js";
import { bearer } from "./requests.js";

const mock = await startMock({ latency: "instant", faults: ["status-503 chance=0.3"] });
afterAll(() => mock.close());

/** Asks so many different questions in a session, each so often; gives the statuses. */
async function statusesOf(session: string, { questions, times = 1, seed = "" }: Record<string, unknown>) {
  const statuses: number[] = [];
  for (let question = 0; question < Number(questions); question += 1) {
    for (let time = 0; time < Number(times); time += 1) {
      const body = { model: "GPT-5.2", messages: [{ role: "user", content: `Question ${question} ${seed}` }] };
      const response = await fetch(`${mock.baseURL}/_session/${session}/v1/chat/completions`, jsonRequest(body));
      await response.body?.cancel();
      statuses.push(response.status);
    }
  }
  return statuses;
}

const shareOf = (statuses: number[], status: number) =>
  statuses.filter((one) => one === status).length / statuses.length;

test("a fault with a chance meets about that share of requests, the same ones in every session", async () => {
  const statuses = await statusesOf("one", { questions: 100 });

  expect(shareOf(statuses, 503)).toBeGreaterThan(0.2);
  expect(shareOf(statuses, 503)).toBeLessThan(0.4);
  expect(await statusesOf("two", { questions: 100 })).toEqual(statuses);
});

test("the same request draws again each time", async () => {
  const statuses = await statusesOf("retries", { questions: 1, times: 60 });

  expect(new Set(statuses)).toEqual(new Set([200, 503]));
  expect(await statusesOf("more-retries", { questions: 1, times: 60 })).toEqual(statuses);
});

test("another seed draws differently", async () => {
  const statusesWith = async (seed: number) => {
    const { fetch } = createMock({ seed, latency: "instant", faults: ["status-503 chance=0.5"] });
    const ask = () => fetch("http://mock/v1/models", { headers: bearer("sk-mock-full") });
    return Promise.all(Array.from({ length: 40 }, async () => (await ask()).status));
  };

  expect(await statusesWith(1)).not.toEqual(await statusesWith(2));
});

test("the times of a rule with a chance count only when it applies", async () => {
  const { faults, begin } = createAdmin({ baseURL: mock.baseURL, session: "times" });
  await begin();
  await faults.clear();
  await faults.add({ fault: "status-500", chance: 0.5, times: 2 });

  const statuses = await statusesOf("times", { questions: 1, times: 30 });

  expect(statuses.filter((status) => status === 500)).toHaveLength(2);
  expect(await faults.list()).toEqual([]);
});

/** The length of the first wait of a stream, on a clock that goes by nothing else. */
async function firstMsOf(options: MockOptions, model: string, headers: Record<string, string> = {}): Promise<number> {
  const clock = createQuickClock(1_790_000_000_000);
  const response = await createClient({ clock, ...options }).chat({ model, stream: true }, headers);
  await response.text();
  return Math.round(clock.waits[0] ?? 0);
}

test("a latency can be for one model, and the header of a request comes before it", async () => {
  const options = { latencies: ["first=700,gap=0 model=claude-haiku-4.5"] };

  expect(await firstMsOf(options, "Claude-Haiku-4.5")).toBe(700);
  expect(await firstMsOf(options, "GPT-5.2")).toBe(0);
  expect(await firstMsOf(options, "Claude-Haiku-4.5", { "x-mock-latency": "first=20,gap=0" })).toBe(20);
});

test("the data file declares latencies too, and those of the options come before them", async () => {
  const state = { latencies: [{ latency: "first=300,gap=0", model: "GPT-5.2" }, { latency: "first=500,gap=0" }] };

  expect(await firstMsOf({ state }, "GPT-5.2")).toBe(300);
  expect(await firstMsOf({ state }, "Claude-Haiku-4.5")).toBe(500);
  expect(await firstMsOf({ state, latencies: ["first=100,gap=0 model=GPT-5.2"] }, "GPT-5.2")).toBe(100);
});

test.each([
  { faults: ["status-503 chance=0"], says: "The rule has 'chance=0'" },
  { faults: ["status-503 chance=1.5"], says: "The rule has 'chance=1.5'" },
  { latencies: ["reasoning times=2"], says: "The latency is 'reasoning times=2'; after the latency it takes" },
  { latencies: ["slow model=gpt-5.2"], says: "it must be one of instant, fast" },
  { latencies: ["reasoning model=none"], says: "The latencies are wrong: There is no model or bot 'none'" },
  { chaos: "total", says: "chaos is 'total'; it must be light or heavy." },
  { state: { latencies: [{ latency: "slow" }] }, says: "latency is slow; it must be one of" },
])("$faults$latencies$chaos is refused in one sentence", ({ says, ...options }) => {
  expect(() => createMock(options as MockOptions)).toThrow(says);
});

test.each(Object.keys(chaos) as (keyof typeof chaos)[])(
  "chaos %s makes a mock, and some of its requests fail",
  async (name) => {
    const { fetch } = createMock({ chaos: name, latency: "instant", requestsPerMinute: 10_000 });

    const asked = Array.from({ length: 150 }, async () => {
      const response = await fetch("http://mock/v1/models", { headers: { ...bearer("sk-mock-full") } }).catch(
        () => undefined,
      );
      return response?.status ?? 0;
    });

    const statuses = new Set((await Promise.all(asked)).filter((status) => status >= 500 || status === 429));
    expect(statuses.has(429)).toBe(true);
    expect(statuses.has(503)).toBe(true);
  },
  60_000,
);
