import { expect, test } from "vitest";
import { countRequest, emptyWindow } from "../src/keys/rate-window.js";
import { mulberry32 } from "../src/random.js";

const limit = 20;
const windowMs = 60_000;

test("over thousands of requests the window says what counting all of them says", () => {
  const window = emptyWindow();
  const random = mulberry32(7);
  const allowed: number[] = [];
  let nowMs = 0;

  for (let request = 0; request < 5000; request += 1) {
    nowMs += random() % (request % 100 === 0 ? 3 * windowMs : 3600);
    const inside = allowed.filter((atMs) => atMs + windowMs > nowMs);
    const isAllowed = inside.length < limit;
    if (isAllowed) {
      allowed.push(nowMs);
      inside.push(nowMs);
    }

    expect(countRequest(window, limit, nowMs)).toEqual({
      isAllowed,
      limit,
      remaining: limit - inside.length,
      retryAfterMs: inside.length < limit ? 0 : Number(inside[0]) + windowMs - nowMs,
      resetAfterMs: Number(inside.at(-1)) + windowMs - nowMs,
    });
  }
});

test("a window under a high limit stays small, and lets no more in than that", () => {
  const window = emptyWindow();
  const high = 10_000;
  const allowed: number[] = [];

  for (let nowMs = 0; nowMs < 3 * windowMs; nowMs += 10) {
    for (let count = 0; count < 2; count += 1) if (countRequest(window, high, nowMs).isAllowed) allowed.push(nowMs);
  }

  expect(window.times.length).toBeLessThanOrEqual(1001);
  const most = allowed.findIndex(
    (atMs, index) => (allowed[index + high] ?? Number.POSITIVE_INFINITY) < atMs + windowMs,
  );
  expect(most).toBe(-1);
  expect(allowed.length).toBeGreaterThan(2.9 * high);
});
