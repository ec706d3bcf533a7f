import { expect, test } from "vitest";
import type { Clock } from "../src/index.js";
import { createPacer } from "../src/points/index.js";
import { createTestFetch, errorReply, jsonReply } from "../src/testing/index.js";
import { clientOf, exampleOf, request } from "./stub-service.js";
import { createTestClock } from "./test-clock.js";

const completion = exampleOf("createChatCompletion", "200");

/** A clock whose time passes as fast as everything that waits for nothing else allows, and chance that repeats itself. */
function createFastClock(seed: number) {
  const { clock, advance, timers } = createTestClock();
  let state = seed;

  return {
    clock: {
      ...clock,
      random() {
        state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
        return state / 2 ** 31;
      },
      // Deadlines are nothing that time has to pass for.
      after: (...timer: Parameters<Clock["after"]>) => (timer[2] === "watch" ? () => {} : clock.after(...timer)),
    },
    async run(): Promise<void> {
      for (;;) {
        for (let turn = 0; turn < 8; turn++) await new Promise((resolve) => setImmediate(resolve));
        const dueMs = Math.min(...[...timers].map((timer) => timer.dueMs));
        if (dueMs === Infinity) return;
        advance(Math.max(0, dueMs - clock.now()));
      }
    },
  };
}

/** Says whether a request at this time is allowed, or how long to wait. */
type Limit = (nowMs: number) => { waitMs: number; remaining: number };

/** Sixty in two seconds, by windows that begin with a request. */
function fixedWindow(): Limit {
  let startMs = Number.NEGATIVE_INFINITY;
  let count = 0;
  return (nowMs) => {
    if (nowMs >= startMs + 2_000) {
      startMs = nowMs;
      count = 0;
    }
    count++;
    return { waitMs: count <= 60 ? 0 : startMs + 2_000 - nowMs, remaining: Math.max(0, 60 - count) };
  };
}

/** Sixty in any two seconds. */
function slidingWindow(): Limit {
  let takenMs: number[] = [];
  return (nowMs) => {
    takenMs = takenMs.filter((atMs) => atMs + 2_000 > nowMs);
    const waitMs = takenMs.length < 60 ? 0 : (takenMs[0] ?? 0) + 2_000 - nowMs;
    if (waitMs === 0) takenMs.push(nowMs);
    return { waitMs, remaining: 60 - takenMs.length };
  };
}

/** Sixty at once, and thirty more a second. */
function tokenBucket(): Limit {
  let tokens = 60;
  let lastMs = 0;
  return (nowMs) => {
    tokens = Math.min(60, tokens + ((nowMs - lastMs) * 30) / 1_000);
    lastMs = nowMs;
    const waitMs = tokens >= 1 ? 0 : ((1 - tokens) * 1_000) / 30;
    if (waitMs === 0) tokens--;
    return { waitMs, remaining: Math.floor(tokens) };
  };
}

type Headers = (waitMs: number) => Record<string, string>;
const limits = { "fixed window": fixedWindow, "sliding window": slidingWindow, "token bucket": tokenBucket };
const headersOf: Record<string, Headers> = {
  seconds: (waitMs) => ({ "retry-after": String(Math.ceil(waitMs / 1_000)) }),
  milliseconds: (waitMs) => ({ "retry-after-ms": String(Math.ceil(waitMs)) }),
  nothing: () => ({}),
};
const rows = Object.entries(limits).flatMap(([kind, createLimit]) =>
  Object.entries(headersOf).map(([says, headers]) => ({ kind, says, createLimit, headers })),
);

test.each(rows)(
  "300 calls at once succeed against a $kind of 60 in 2 s whose 429 says $says",
  async ({ createLimit, headers }) => {
    const { clock, run } = createFastClock(7);
    const limit = createLimit();
    const refusedMs: number[] = [];
    const service = createTestFetch(() => {
      const { waitMs, remaining } = limit(clock.now());
      if (waitMs === 0) return jsonReply(completion, { headers: { "x-ratelimit-remaining-requests": `${remaining}` } });
      refusedMs.push(clock.now());
      return errorReply({ type: "rate_limit_error", code: "x" }, { status: 429, headers: headers(waitMs) });
    });
    const client = clientOf(
      async (url, init) => {
        const response = await service.fetch(url, init);
        await new Promise<void>((resolve) => clock.after(response.ok ? 400 + 800 * clock.random() : 40, resolve));
        return response;
      },
      { clock, maxRetries: 2, middleware: [createPacer({ clock })] },
    );

    const calls = Promise.allSettled(Array.from({ length: 300 }, () => client.chat.completions.create(request)));
    await run();
    const results = await calls;

    expect(results.filter(({ status }) => status === "rejected")).toEqual([]);
    // The first 240 were sent before anybody knew; of the others hardly one was refused.
    expect(refusedMs.filter((atMs) => atMs > 0).length).toBeLessThan(30);
    // They follow at 500 a minute.
    expect(clock.now()).toBeLessThan(35_000);
  },
);
