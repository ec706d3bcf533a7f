import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clientOf, failureOf, request } from "./stub-service.js";
import { bytesOf } from "./stub-streams.js";
import { createTestClock, settle } from "./test-clock.js";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});

afterEach(() => {
  vi.useRealTimers();
});

test("gives up on the body of a refusal after five seconds, and tries again or throws what the status says", async () => {
  const cancel = vi.fn();
  const headers = { "retry-after": "0" };
  const fetch = vi.fn(async () => {
    const body = new ReadableStream({ start: (controller) => controller.enqueue(bytesOf('{"error":')), cancel });
    return new Response(body, { status: 429, headers });
  });
  const { clock, advance } = createTestClock();
  const failing = failureOf(clientOf(fetch, { maxRetries: 1, clock }).chat.completions.create(request));
  await settle();

  vi.advanceTimersByTime(5_000);
  await settle();
  advance(0);
  await settle();
  expect(fetch).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(5_000);

  expect(await failing).toMatchObject({ name: "RateLimitError", status: 429, body: '{"error":' });
  expect(cancel).toHaveBeenCalledTimes(2);
  expect(vi.getTimerCount()).toBe(0);
});
