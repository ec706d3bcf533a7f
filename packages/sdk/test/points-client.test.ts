import { inspect } from "node:util";
import { expect, test } from "vitest";
import { ModelAccess, type ModelList } from "../src/index.js";
import {
  createPacer,
  createPriceTable,
  createSpendGuard,
  estimatePoints,
  SpendLimitError,
} from "../src/points/index.js";
import { createTestFetch, errorReply, eventStreamReply, jsonReply, rateLimitReply } from "../src/testing/index.js";
import { exampleOf, failureOf, key } from "./stub-service.js";
import { chunkOf } from "./stub-streams.js";

interface CompletionUsage {
  prompt_tokens: number;
  completion_tokens: number;
}

const models = exampleOf("listModels", "200") as ModelList;
const prices = createPriceTable(models);
const completionExample = exampleOf("createChatCompletion", "200");
const completion = jsonReply(completionExample);
const failure = errorReply({ type: "api_error", code: "internal_error" }, { status: 500 });
const request = {
  model: "Claude-Sonnet-4.5",
  max_tokens: 1000,
  messages: [{ role: "user" as const, content: "Name one prime." }],
};

function usageOf(reply: unknown): CompletionUsage {
  return (reply as { usage: CompletionUsage }).usage;
}

function clientWith(options: ConstructorParameters<typeof ModelAccess>[0]): ModelAccess {
  return new ModelAccess({ apiKey: key, baseURL: "https://api.example/v1", clock: { random: () => 0 }, ...options });
}

test("a client with a guard settles a plain call by the tokens of its reply", async () => {
  const guard = createSpendGuard({ prices, maxPoints: 600 });
  const { fetch } = createTestFetch(() => completion);
  const client = clientWith({ fetch, middleware: [guard.middleware] });

  for (let count = 0; count < 3; count++) await client.chat.completions.create(request);

  const { prompt_tokens: inputTokens, completion_tokens: outputTokens } = usageOf(completionExample);
  const used = estimatePoints(prices, { model: request.model, inputTokens, outputTokens });
  expect(guard).toMatchObject({ spentPoints: 3 * Number(used), reservedPoints: 0 });
});

test("a client with a guard settles a stream when it was read", async () => {
  const guard = createSpendGuard({ prices, maxPoints: 600 });
  const usage = { prompt_tokens: 20, completion_tokens: 8, total_tokens: 28 };
  const chunks = [chunkOf({ content: "7" }, "stop"), { ...chunkOf({}), choices: [], usage }];
  const { fetch } = createTestFetch([eventStreamReply([...chunks.map((data) => ({ data })), { data: "[DONE]" }])]);
  const client = clientWith({ fetch, middleware: [guard.middleware] });

  const stream = await client.chat.completions.create({ ...request, stream: true });
  const before = { spentPoints: guard.spentPoints, reservedPoints: guard.reservedPoints };
  await stream.final();

  const used = estimatePoints(prices, { model: request.model, inputTokens: 20, outputTokens: 8 });
  expect(before.spentPoints).toBe(0);
  expect(before.reservedPoints).toBeGreaterThan(300);
  expect(guard).toMatchObject({ spentPoints: used, reservedPoints: 0 });
});

test("a client with a guard keeps nothing of a call whose key function throws", async () => {
  const guard = createSpendGuard({ prices, maxPoints: 600 });
  const { fetch, calls } = createTestFetch(() => completion);
  const apiKey = () => Promise.reject(new Error("No key"));
  const client = clientWith({ apiKey, fetch, middleware: [guard.middleware] });

  for (let count = 0; count < 3; count++) await failureOf(client.chat.completions.create(request));

  expect(calls).toHaveLength(0);
  expect(guard).toMatchObject({ spentPoints: 0, reservedPoints: 0 });
});

test("a client with a guard keeps nothing of a retry whose key function throws", async () => {
  const guard = createSpendGuard({ prices, maxPoints: 5000 });
  const { fetch, calls } = createTestFetch([failure, completion]);
  let count = 0;
  const apiKey = async () => {
    count++;
    if (count === 2) throw new Error("No key");
    return key;
  };
  const client = clientWith({ apiKey, fetch, middleware: [guard.middleware] });

  await failureOf(client.chat.completions.create(request));
  const { reservedPoints } = guard;
  await client.chat.completions.create(request);

  expect(calls).toHaveLength(2);
  expect(reservedPoints).toBeLessThan(600);
  expect(guard.reservedPoints).toBe(reservedPoints);
});

test("a client with a guard keeps the estimate of a stream that was truncated or left", async () => {
  const guard = createSpendGuard({ prices, maxPoints: 5000 });
  const truncated = eventStreamReply([{ data: chunkOf({ content: "7" }) }]);
  const { fetch } = createTestFetch([truncated, truncated]);
  const client = clientWith({ fetch, middleware: [guard.middleware] });

  await failureOf((await client.chat.completions.create({ ...request, stream: true })).final());
  const { reservedPoints } = guard;
  for await (const _chunk of await client.chat.completions.create({ ...request, stream: true })) break;

  expect(reservedPoints).toBeGreaterThan(300);
  expect(guard).toMatchObject({ spentPoints: 0, reservedPoints: 2 * reservedPoints });
});

test("a client with a guard sends nothing beyond what may be spent", async () => {
  const guard = createSpendGuard({ prices, maxPoints: 600 });
  const { fetch, calls } = createTestFetch(() => eventStreamReply([{ data: chunkOf({ content: "7" }) }]));
  const client = clientWith({ fetch, middleware: [guard.middleware] });

  await client.chat.completions.create({ ...request, stream: true });
  const error = await failureOf(client.chat.completions.create(request));

  expect(calls).toHaveLength(1);
  expect(error).toBeInstanceOf(SpendLimitError);
  expect(inspect(error, { depth: Infinity, showHidden: true })).not.toContain("Name one prime.");
});

test("a guard gives back what a rate-limited attempt reserved, and keeps what may have been charged", async () => {
  const limited = createSpendGuard({ prices, maxPoints: 5000 });
  const failed = createSpendGuard({ prices, maxPoints: 5000 });
  const run = async (guard: typeof limited, replies: (typeof completion)[]) => {
    const { fetch } = createTestFetch(replies);
    await clientWith({ fetch, middleware: [guard.middleware] }).chat.completions.create(request);
  };

  await run(limited, [rateLimitReply({ retryAfter: 0 }), completion]);
  await run(failed, [failure, completion]);

  expect(limited.reservedPoints).toBe(0);
  expect(failed.reservedPoints).toBeGreaterThan(300);
  expect(failed.spentPoints).toBe(limited.spentPoints);
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

test("sixty calls at once stay below the limit where a pacer lets four be under way", async () => {
  const guard = createSpendGuard({ prices, maxPoints: 3000 });
  const { fetch, calls } = createTestFetch(() => completion);
  const client = clientWith({ fetch, middleware: [createPacer({ concurrency: 4 }), guard.middleware] });

  await Promise.all(Array.from({ length: 60 }, () => client.chat.completions.create(request)));

  expect(calls).toHaveLength(60);
  expect(guard.reservedPoints).toBe(0);
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
    return index === 0 ? failure : completion;
  });
  const client = clientWith({ fetch, middleware: [createPacer({ requestsPerMinute: 2, clock })] });

  await client.chat.completions.create(request);
  await client.chat.completions.create(request);

  expect(sentMs).toEqual([0, 0, 60_000]);
});
