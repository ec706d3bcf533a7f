import { inspect } from "node:util";
import { expect, test } from "vitest";
import { ModelAccess, type ModelList } from "../src/index.js";
import { createPacer, createPriceTable, createSpendGuard, SpendLimitError } from "../src/points/index.js";
import { createTestFetch, errorReply, jsonReply, rateLimitReply } from "../src/testing/index.js";
import { exampleOf, failureOf, key } from "./stub-service.js";

const models = exampleOf("listModels", "200") as ModelList;
const prices = createPriceTable(models);
const completion = jsonReply(exampleOf("createChatCompletion", "200"));
const failure = errorReply({ type: "api_error", code: "internal_error" }, { status: 500 });
const request = {
  model: "Claude-Sonnet-4.5",
  max_tokens: 1000,
  messages: [{ role: "user" as const, content: "Name one prime." }],
};

function clientWith(options: ConstructorParameters<typeof ModelAccess>[0]): ModelAccess {
  return new ModelAccess({ apiKey: key, baseURL: "https://api.example/v1", clock: { random: () => 0 }, ...options });
}

test("a client with a guard sends what it may cost and nothing beyond", async () => {
  const guard = createSpendGuard({ prices, maxPoints: 600 });
  const { fetch, calls } = createTestFetch(() => completion);
  const client = clientWith({ fetch, middleware: [guard.middleware] });

  await client.chat.completions.create(request);
  const error = await failureOf(client.chat.completions.create(request));

  expect(calls).toHaveLength(1);
  expect(error).toBeInstanceOf(SpendLimitError);
  expect(guard.spentPoints).toBeGreaterThan(300);
  expect(inspect(error, { depth: Infinity, showHidden: true })).not.toContain("Name one prime.");
});

test("a guard counts the retry of a failure that may have been charged, and no attempt that was not", async () => {
  const once = createSpendGuard({ prices, maxPoints: 5000 });
  const limited = createSpendGuard({ prices, maxPoints: 5000 });
  const failed = createSpendGuard({ prices, maxPoints: 5000 });
  const run = async (guard: typeof once, replies: (typeof completion)[]) => {
    const { fetch } = createTestFetch(replies);
    await clientWith({ fetch, middleware: [guard.middleware] }).chat.completions.create(request);
  };

  await run(once, [completion]);
  await run(limited, [rateLimitReply({ retryAfter: 0 }), completion]);
  await run(failed, [failure, completion]);

  expect(limited.spentPoints).toBe(once.spentPoints);
  expect(failed.spentPoints).toBe(2 * once.spentPoints);
});

test("a guard that refuses a retry says that the call may have been charged", async () => {
  const guard = createSpendGuard({ prices, maxPoints: 600 });
  const { fetch, calls } = createTestFetch([failure, completion]);

  const error = await failureOf(clientWith({ fetch, middleware: [guard.middleware] }).chat.completions.create(request));

  expect(calls).toHaveLength(1);
  expect(error).toBeInstanceOf(SpendLimitError);
  expect(error).toMatchObject({
    mayHaveBeenProcessed: "maybe",
    message: expect.stringContaining("POST /v1/chat/completions was not sent again: it may cost"),
  });
});

test("an abort ends a call that waits for its turn, and nothing is sent", async () => {
  const { fetch, calls } = createTestFetch(() => completion);
  const clock = { now: () => 0, after: () => () => {} };
  const client = clientWith({ fetch, middleware: [createPacer({ requestsPerMinute: 1, clock })] });
  const controller = new AbortController();

  await client.chat.completions.create(request);
  const waiting = failureOf(client.chat.completions.create(request, { signal: controller.signal }));
  await new Promise((resolve) => setImmediate(resolve));
  controller.abort();

  expect(await waiting).toMatchObject({ name: "AbortError", mayHaveBeenProcessed: "no" });
  expect(calls).toHaveLength(1);
});

test("a client with a pacer makes its calls, retries included, at the pace", async () => {
  let nowMs = 0;
  const sentMs: number[] = [];
  const clock = {
    now: () => nowMs,
    after(delayMs: number, run: () => void) {
      nowMs += delayMs;
      queueMicrotask(run);
      return () => {};
    },
  };
  const { fetch } = createTestFetch((_call, index) => {
    sentMs.push(nowMs);
    return index === 0 ? rateLimitReply({ retryAfter: 0 }) : completion;
  });
  const client = clientWith({ fetch, middleware: [createPacer({ requestsPerMinute: 2, clock })] });

  await client.chat.completions.create(request);
  await client.chat.completions.create(request);

  expect(sentMs).toEqual([0, 0, 60_000]);
});
