import { expect, test } from "vitest";
import { createRateWindow } from "../src/keys/rate-window.js";
import { mulberry32 } from "../src/random.js";

const limit = 20;
const windowMs = 1000;

test("over thousands of requests the window says what counting all of them says", () => {
  const window = createRateWindow(limit, windowMs);
  const random = mulberry32(7);
  const allowed: number[] = [];
  let nowMs = 0;

  for (let request = 0; request < 5000; request += 1) {
    nowMs += random() % (request % 100 === 0 ? 3 * windowMs : 60);
    const inside = allowed.filter((atMs) => atMs + windowMs > nowMs);
    const isAllowed = inside.length < limit;
    if (isAllowed) {
      allowed.push(nowMs);
      inside.push(nowMs);
    }

    expect(window.take(nowMs)).toEqual({
      isAllowed,
      limit,
      remaining: limit - inside.length,
      retryAfterMs: inside.length < limit ? 0 : Number(inside[0]) + windowMs - nowMs,
      resetAfterMs: Number(inside.at(-1)) + windowMs - nowMs,
    });
  }
});
