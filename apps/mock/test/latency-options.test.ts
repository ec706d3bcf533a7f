import { expect, test } from "vitest";
import { createMock } from "../src/index.js";
import { parseLatency } from "../src/latency/latency.js";
import { createClient } from "./client.js";
import { createManualClock } from "./manual-clock.js";

test.each([
  { text: "standard", values: { firstMs: 400, gapMs: 30, spread: 0 } },
  { text: "first=200,gap=20,spread=0.3", values: { firstMs: 200, gapMs: 20, spread: 0.3 } },
  { text: " gap=5 ", values: { firstMs: 60, gapMs: 5, spread: 0 } },
])("reads '$text'", ({ text, values }) => {
  expect(parseLatency(text)).toEqual(values);
});

test.each([
  { text: "slow", says: "latency is slow; it must be one of instant" },
  { text: "first=x", says: "latency has 'first=x'; write it as first=200,gap=20,spread=0.3" },
  { text: "first=1,later=2", says: "latency has 'later=2'" },
  { text: "spread=2", says: "latency.spread is 2; it must be a number from 0 to 1." },
  { text: "toString=1", says: "latency has 'toString=1'" },
])("refuses '$text' in one sentence", ({ text, says }) => {
  expect(() => parseLatency(text)).toThrow(says);
});

test("the option takes values of one's own", () => {
  expect(() => createMock({ latency: { gapMs: -1 } })).toThrow("latency.gapMs is -1; it must be a number from 0");
  expect(() => createMock({ latency: { firstMs: 10 } })).not.toThrow();
});

test.each([
  { latency: { firstMs: "10" }, says: 'latency.firstMs is "10"; it must be a number from 0' },
  { latency: { first: 10 }, says: "latency has 'first'; it takes firstMs, gapMs and spread." },
])("the option $latency, as a program without types may give it, is refused", ({ latency, says }) => {
  expect(() => createMock({ latency: latency as object })).toThrow(says);
});

test("the header x-mock-latency decides for one request", async () => {
  const clock = createManualClock();
  const { chat } = createClient({ clock, latency: "overloaded" });

  const reader = (await chat({ stream: true }, { "x-mock-latency": "first=50,gap=10" })).body?.getReader();
  const first = reader?.read();
  await clock.advance(50);

  expect((await first)?.done).toBe(false);
});

test("a header that is no latency is refused", async () => {
  const response = await createClient().chat({ stream: true }, { "x-mock-latency": "slow" });

  expect(response.status).toBe(400);
  expect(await response.text()).toContain("In the header 'x-mock-latency', latency is slow; it must be one of");
});
