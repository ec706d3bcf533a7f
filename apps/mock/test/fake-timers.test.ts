import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createMock } from "../src/index.js";
import { exampleRequest } from "./requests.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a test that fakes its timers gets its answers, however many it asks for", async () => {
  const { fetch } = createMock({ latency: "instant" });
  const { url, init } = exampleRequest("listModels");

  const statuses: number[] = [];
  for (let asked = 0; asked < 20; asked += 1) statuses.push((await fetch(url, init)).status);

  expect(statuses).toEqual(Array.from({ length: 20 }, () => 200));
});

test("a reply comes when the faked time has come to it, not before", async () => {
  const { fetch } = createMock({ latency: { firstMs: 60_000 } });
  const { url, init } = exampleRequest("createChatCompletion");
  let isAnswered = false;
  const answer = fetch(url, init).finally(() => {
    isAnswered = true;
  });

  await vi.advanceTimersByTimeAsync(59_000);
  const isEarly = isAnswered;
  await vi.advanceTimersByTimeAsync(60_000);

  expect(isEarly).toBe(false);
  expect((await answer).status).toBe(200);
});
