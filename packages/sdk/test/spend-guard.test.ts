import fc from "fast-check";
import { expect, test } from "vitest";
import { type CallEnd, type ClientOptions, ConnectionError, type ModelList, OptionError } from "../src/index.js";
import {
  createPacer,
  createPriceTable,
  createSpendGuard,
  estimatePoints,
  type PriceTable,
  type SpendGuard,
  SpendLimitError,
} from "../src/points/index.js";
import { createTestFetch, errorReply, eventStreamReply, jsonReply, rateLimitReply } from "../src/testing/index.js";
import { type Answer, callThrough, failing } from "./points-call.js";
import { clientOf, exampleOf, failureOf, key, printed, request } from "./stub-service.js";
import { chunkOf } from "./stub-streams.js";

// A price table is a map, so that it needs no models list.
const perRequest: PriceTable = new Map([["writer-1", { request: 120 }]]);
const perToken: PriceTable = new Map([["writer-1", { prompt: 0.1, completion: 1, cacheRead: 0.01 }]]);
const body = { model: "writer-1", max_tokens: 1000, messages: [{ role: "user", content: "Name one prime." }] };
const used = { inputTokens: 20, outputTokens: 8 };
const ok: Answer = () => 200;

/** A call that a guard lets through, with one attempt. */
async function callWith(guard: SpendGuard, answer: Answer, end: Partial<CallEnd> = {}): Promise<void> {
  const call = callThrough(guard.middleware, { body });
  await call.attempt(answer).catch(() => {});
  call.end(end);
}

test("lets sixty calls through that cost little, one after the other, though each may cost much", async () => {
  const guard = createSpendGuard({ prices: perToken, maxPoints: 5000 });

  for (let count = 0; count < 60; count++) {
    const call = callThrough(guard.middleware, { body });
    await call.attempt(ok);
    call.end({ usage: used });
  }

  expect(guard).toMatchObject({ spentPoints: 600, reservedPoints: 0 });
});

test("lets no more of sixty calls at once through than could be paid, and settles those", async () => {
  const guard = createSpendGuard({ prices: perToken, maxPoints: 5000 });
  const calls = Array.from({ length: 60 }, () => callThrough(guard.middleware, { body }));

  const results = await Promise.allSettled(calls.map((call) => call.attempt(ok)));
  const { reservedPoints } = guard;
  for (const [index, { status }] of results.entries()) if (status === "fulfilled") calls[index]?.end({ usage: used });

  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(4);
  expect(reservedPoints).toBeGreaterThan(4000);
  expect(reservedPoints).toBeLessThanOrEqual(5000);
  expect(guard).toMatchObject({ spentPoints: 40, reservedPoints: 0 });
});

test("refuses a call that may cost more than is left, before it is sent", async () => {
  const guard = createSpendGuard({ prices: perRequest, maxPoints: 300 });
  let sent = 0;
  const answer = () => {
    sent++;
    return 200;
  };

  await callWith(guard, answer);
  await callThrough(guard.middleware, { body }).attempt(answer);
  const error = await failureOf(callThrough(guard.middleware, { body }).attempt(answer));

  expect(sent).toBe(2);
  expect(guard).toMatchObject({ spentPoints: 120, reservedPoints: 120 });
  expect(error).toBeInstanceOf(SpendLimitError);
  expect(error).toMatchObject({
    name: "SpendLimitError",
    message:
      "POST /v1/chat/completions was not sent: it may cost 120 points and 60 are left beside 120 that are reserved, by the price of writer-1 per request; raise maxPoints, or lower max_tokens",
    estimate: { points: 120, restsOn: "the price of writer-1 per request" },
    remainingPoints: 60,
    reservedPoints: 120,
    mayHaveBeenProcessed: "no",
  });
});

test.each<[string, Partial<CallEnd>, number]>([
  ["the tokens that its reply reports", { usage: used }, 10],
  ["cached tokens by their own price", { usage: { ...used, cacheReadTokens: 300 } }, 13],
  ["the points that its reply reports", { usage: used, points: 7 }, 7],
  ["what is known of a stream that was left", { usage: used, outcome: "cancelled" }, 10],
  ["what is known of a stream that broke", { usage: used, outcome: "truncated" }, 10],
])("settles a call by %s", async (_what, end, spent) => {
  const guard = createSpendGuard({ prices: perToken, maxPoints: 5000 });

  await callWith(guard, ok, end);

  expect(guard).toMatchObject({ spentPoints: spent, reservedPoints: 0 });
});

test("tells who listens what the call cost", async () => {
  const guard = createSpendGuard({ prices: perToken, maxPoints: 5000 });
  const call = callThrough(guard.middleware, { body });

  await call.attempt(() => 503);
  await call.attempt(ok);

  expect(call.end({ usage: used }).points).toBe(10);
});

test("keeps the estimate of a media bot, which reports no tokens at all", async () => {
  const guard = createSpendGuard({ prices: perToken, maxPoints: 5000 });

  await callWith(guard, ok, { usage: { inputTokens: 0, outputTokens: 0 } });

  expect(guard.spentPoints).toBeGreaterThan(1000);
  expect(guard.reservedPoints).toBe(0);
});

test("does not take what a message reports as it begins for all that it used", async () => {
  const guard = createSpendGuard({ prices: perRequest, maxPoints: 300 });
  const call = callThrough(guard.middleware, { operation: "POST /v1/messages", body });

  await call.attempt(ok);
  const { points } = call.end({ usage: { inputTokens: 20, outputTokens: 1 }, outcome: "cancelled" });

  expect(points).toBeUndefined();
  expect(guard).toMatchObject({ spentPoints: 0, reservedPoints: 120 });
});

test.each<[string, Partial<CallEnd>]>([
  ["reports nothing", {}],
  ["reports no tokens of one direction", { usage: { inputTokens: 20 } }],
])("takes the estimate for spent where a whole reply %s", async (_what, end) => {
  const guard = createSpendGuard({ prices: perRequest, maxPoints: 300 });

  await callWith(guard, ok, end);

  expect(guard).toMatchObject({ spentPoints: 120, reservedPoints: 0 });
});

test.each<[string, Answer, Partial<CallEnd>]>([
  ["was truncated", ok, { outcome: "truncated" }],
  ["was left", ok, { outcome: "cancelled" }],
  ["could not be read", ok, { outcome: "failed", mayHaveBeenProcessed: "maybe" }],
  ["was refused with 408", () => 408, { outcome: "failed", mayHaveBeenProcessed: "maybe" }],
  ["failed with 500", () => 500, { outcome: "failed", mayHaveBeenProcessed: "maybe" }],
  ["was lost", failing("maybe"), { outcome: "failed", mayHaveBeenProcessed: "maybe" }],
])("keeps the estimate reserved of a call that %s, because nobody knows what it cost", async (_what, answer, end) => {
  const guard = createSpendGuard({ prices: perRequest, maxPoints: 300 });

  await callWith(guard, answer, end);

  expect(guard).toMatchObject({ spentPoints: 0, reservedPoints: 120 });
});

test.each<[string, Answer]>([
  ["refused with 429", () => 429],
  ["refused with 400", () => 400],
  ["redirected", () => 302],
  ["aborted before it was sent", failing("no")],
  ["ended by a key function that throws", () => Promise.reject(new Error("No key"))],
])("gives the estimate back of a call that was %s", async (_what, answer) => {
  const guard = createSpendGuard({ prices: perRequest, maxPoints: 300 });

  await callWith(guard, answer, { outcome: "failed", mayHaveBeenProcessed: "no" });

  expect(guard).toMatchObject({ spentPoints: 0, reservedPoints: 0 });
});

test("gives back at once what a refused attempt reserved, for the retry", async () => {
  const guard = createSpendGuard({ prices: perRequest, maxPoints: 120 });
  const call = callThrough(guard.middleware, { body });

  await call.attempt(() => 429);
  await call.attempt(() => 429);
  await call.attempt(ok);
  call.end();

  expect(guard).toMatchObject({ spentPoints: 120, reservedPoints: 0 });
});

test("keeps an earlier attempt that may have been charged, and settles the last", async () => {
  const guard = createSpendGuard({ prices: perToken, maxPoints: 5000 });
  const call = callThrough(guard.middleware, { body });

  await call.attempt(() => 503);
  const { reservedPoints } = guard;
  await call.attempt(() => 429);
  await call.attempt(ok);
  call.end({ usage: used });

  expect(guard).toMatchObject({ spentPoints: 10, reservedPoints });
});

test("keeps nothing of a retry that found nobody to connect to", async () => {
  const guard = createSpendGuard({ prices: perRequest, maxPoints: 300 });
  const call = callThrough(guard.middleware, { body });
  const unreachable = new ConnectionError("Nobody there", { reason: "connect", mayHaveBeenProcessed: "maybe" });

  await call.attempt(() => 500);
  await failureOf(call.attempt(() => Promise.reject(unreachable)));
  call.end({ outcome: "failed", mayHaveBeenProcessed: "maybe" });

  expect(guard).toMatchObject({ spentPoints: 0, reservedPoints: 120 });
});

test.each<[string, Answer]>([
  ["was aborted while it waited", failing("maybe")],
  ["got no key", () => Promise.reject(new Error("No key"))],
])("keeps nothing of a retry that %s, so that it never was sent", async (_what, answer) => {
  const guard = createSpendGuard({ prices: perRequest, maxPoints: 300 });
  const call = callThrough(guard.middleware, { body });

  await call.attempt(() => 500);
  await failureOf(call.attempt(answer));
  call.end({ outcome: "failed", mayHaveBeenProcessed: "maybe", attempts: 1 });

  expect(guard).toMatchObject({ spentPoints: 0, reservedPoints: 120 });
});

test.each<[string, number, string]>([
  ["may have been charged", 500, "maybe"],
  ["surely was not", 429, "no"],
])("says of a retry that it refuses whether the call %s", async (_what, status, mayHaveBeenProcessed) => {
  const guard = createSpendGuard({ prices: perRequest, maxPoints: 200 });
  const call = callThrough(guard.middleware, { body });
  await call.attempt(() => status);
  if (status === 429) await callThrough(guard.middleware, { body }).attempt(ok);

  expect(await failureOf(call.attempt(ok))).toMatchObject({
    mayHaveBeenProcessed,
    message: expect.stringContaining("was not sent again: "),
  });
});

test("never lets spent and reserved points together exceed the limit, whatever the answers are", () => {
  const outcomes = fc.constantFrom<[Answer, Partial<CallEnd>]>(
    [ok, {}],
    [ok, { usage: { inputTokens: 1, outputTokens: 1 } }],
    [ok, { outcome: "truncated" }],
    [() => 429, { outcome: "failed", mayHaveBeenProcessed: "no" }],
    [() => 503, { outcome: "failed", mayHaveBeenProcessed: "maybe" }],
    [failing("no"), { outcome: "failed", mayHaveBeenProcessed: "no" }],
    [failing("maybe"), { outcome: "failed", mayHaveBeenProcessed: "maybe" }],
  );
  return fc.assert(
    fc.asyncProperty(fc.array(outcomes, { maxLength: 30 }), fc.nat(2000), async (made, maxPoints) => {
      const guard = createSpendGuard({ prices: perRequest, maxPoints });
      const calls = made.map(([answer, end]) => ({ answer, end, call: callThrough(guard.middleware, { body }) }));
      const results = await Promise.allSettled(calls.map(({ call, answer }) => call.attempt(answer)));
      const sums = [guard.spentPoints + guard.reservedPoints];
      for (const [index, { call, end }] of calls.entries()) {
        const result = results[index];
        if (result?.status === "rejected" && result.reason instanceof SpendLimitError) continue;
        call.end(end);
        sums.push(guard.spentPoints + guard.reservedPoints);
      }

      expect(Math.max(...sums)).toBeLessThanOrEqual(maxPoints);
      expect(guard.reservedPoints).toBeGreaterThanOrEqual(0);
    }),
  );
});

test("settles once, with several middlewares around it that see the same call", async () => {
  const guard = createSpendGuard({ prices: perToken, maxPoints: 5000 });
  const seen: string[] = [];
  const call = callThrough(
    async (request, next) => {
      seen.push("before");
      await guard.middleware(request, async () => {
        seen.push("inside");
        return next();
      });
      seen.push("after");
    },
    { body },
  );

  await call.attempt(ok);
  call.end({ usage: used });

  expect(seen).toEqual(["before", "inside", "after"]);
  expect(guard).toMatchObject({ spentPoints: 10, reservedPoints: 0 });
});

test("refuses a call whose cost is unknown unless that is allowed, and then counts what its reply reports", async () => {
  const picture = {
    model: "writer-1",
    max_tokens: 9,
    messages: [{ role: "user", content: [{ type: "image_url", image_url: {} }] }],
  };
  const strict = createSpendGuard({ prices: perToken, maxPoints: 300 });
  const open = createSpendGuard({ prices: perToken, maxPoints: 300, allowUnknown: true });

  const error = await failureOf(callThrough(strict.middleware, { body: picture }).attempt(ok));
  const call = callThrough(open.middleware, { body: picture });
  await call.attempt(ok);
  const { reservedPoints } = open;
  call.end({ usage: used });

  expect(error).toMatchObject({ message: expect.stringContaining("allow it with allowUnknown: true") });
  expect(reservedPoints).toBe(0);
  expect(open.spentPoints).toBe(10);
});

test("lets through what costs nothing", async () => {
  const guard = createSpendGuard({ prices: perRequest, maxPoints: 0 });

  await callThrough(guard.middleware, { operation: "GET /v1/models" }).attempt(ok);
  await callThrough(guard.middleware, { operation: "POST /v1/files" }).attempt(ok);

  expect(guard).toMatchObject({ spentPoints: 0, reservedPoints: 0 });
});

test("finds the price of a bot by its path, and none for a form", async () => {
  const guard = createSpendGuard({ prices: perRequest, maxPoints: 300 });

  const bot = callThrough(guard.middleware, { operation: "POST /bot/Writer-1", body: { query: [] } });
  await bot.attempt(ok);
  bot.end({ model: "Writer-1" });
  const form = await failureOf(callThrough(guard.middleware, { operation: "POST /v1/videos" }).attempt(ok));

  expect(guard.spentPoints).toBe(120);
  expect(form).toMatchObject({ estimate: { points: "unknown", restsOn: "the request is not JSON" } });
});

test.each([Number.NaN, -1, Number.POSITIVE_INFINITY])("refuses %s as the points that it may spend", (maxPoints) => {
  expect(() => createSpendGuard({ prices: perToken, maxPoints })).toThrow(OptionError);
});

test("refuses an option that it does not know", () => {
  // @ts-expect-error: the option is called maxPoints.
  const make = () => createSpendGuard({ prices: perToken, maxPoints: 300, limit: 300 });

  expect(make).toThrow('createSpendGuard has no option "limit"; it takes prices, maxPoints, allowUnknown, shared.');
});

// With a client

const prices = createPriceTable(exampleOf("listModels", "200") as ModelList);
const example = exampleOf("createChatCompletion", "200") as {
  usage: Record<"prompt_tokens" | "completion_tokens", number>;
};
const completion = jsonReply(example);
const internalError = errorReply({ type: "api_error", code: "internal_error" }, { status: 500 });
const truncated = eventStreamReply([{ data: chunkOf({ content: "7" }) }]);
const ask = { ...request, max_tokens: 1000 };
const askStream = { ...ask, stream: true as const };

/** A client with a guard, and what it sent. */
function guarded(maxPoints: number, replies: Parameters<typeof createTestFetch>[0], options: ClientOptions = {}) {
  const guard = createSpendGuard({ prices, maxPoints });
  const { fetch, calls } = createTestFetch(replies);
  const middleware = [...(options.middleware ?? []), guard.middleware];
  const client = clientOf(fetch, { maxRetries: 2, clock: { random: () => 0 }, ...options, middleware });
  return { completions: client.chat.completions, guard, calls };
}

const costOf = (inputTokens: number, outputTokens: number) =>
  Number(estimatePoints(prices, { model: request.model, inputTokens, outputTokens }));

test("a client settles a plain call by the tokens of its reply", async () => {
  const { completions, guard } = guarded(600, () => completion);

  for (let count = 0; count < 3; count++) await completions.create(ask);

  const { prompt_tokens, completion_tokens } = example.usage;
  expect(guard).toMatchObject({ spentPoints: 3 * costOf(prompt_tokens, completion_tokens), reservedPoints: 0 });
});

test("a client settles a stream when it was read", async () => {
  const usage = { prompt_tokens: 20, completion_tokens: 8, total_tokens: 28 };
  const chunks = [chunkOf({ content: "7" }, "stop"), { ...chunkOf({}), choices: [], usage }, "[DONE]"];
  const { completions, guard } = guarded(600, [eventStreamReply(chunks.map((data) => ({ data })))]);

  const stream = await completions.create(askStream);
  const { spentPoints, reservedPoints } = guard;
  await stream.final();

  expect(spentPoints).toBe(0);
  expect(reservedPoints).toBeGreaterThan(300);
  expect(guard).toMatchObject({ spentPoints: costOf(20, 8), reservedPoints: 0 });
});

test("a client keeps nothing of a call whose key function throws", async () => {
  const apiKey = () => Promise.reject(new Error("No key"));
  const { completions, guard, calls } = guarded(600, () => completion, { apiKey });

  for (let count = 0; count < 3; count++) await failureOf(completions.create(ask));

  expect(calls).toHaveLength(0);
  expect(guard).toMatchObject({ spentPoints: 0, reservedPoints: 0 });
});

test("a client keeps nothing of a retry whose key function throws", async () => {
  let count = 0;
  const apiKey = async () => {
    count++;
    if (count === 2) throw new Error("No key");
    return key;
  };
  const { completions, guard, calls } = guarded(5000, [internalError, completion], { apiKey });

  await failureOf(completions.create(ask));
  const { reservedPoints } = guard;
  await completions.create(ask);

  expect(calls).toHaveLength(2);
  expect(reservedPoints).toBeLessThan(600);
  expect(guard.reservedPoints).toBe(reservedPoints);
});

test("a client keeps the estimate of a stream that was truncated or left", async () => {
  const { completions, guard } = guarded(5000, [truncated, truncated]);

  await failureOf((await completions.create(askStream)).final());
  const { reservedPoints } = guard;
  for await (const _chunk of await completions.create(askStream)) break;

  expect(reservedPoints).toBeGreaterThan(300);
  expect(guard).toMatchObject({ spentPoints: 0, reservedPoints: 2 * reservedPoints });
});

test("a client sends nothing beyond what may be spent", async () => {
  const { completions, calls } = guarded(600, () => truncated);

  await completions.create(askStream);
  const error = await failureOf(completions.create(ask));

  expect(calls).toHaveLength(1);
  expect(error).toBeInstanceOf(SpendLimitError);
  expect(printed(error)).not.toContain("Name one prime.");
});

test("a client gives back what a rate-limited attempt reserved, and keeps what may have been charged", async () => {
  const limited = guarded(5000, [rateLimitReply({ retryAfter: 0 }), completion]);
  const failed = guarded(5000, [internalError, completion]);

  await limited.completions.create(ask);
  await failed.completions.create(ask);

  expect(limited.guard.reservedPoints).toBe(0);
  expect(failed.guard.reservedPoints).toBeGreaterThan(300);
  expect(failed.guard.spentPoints).toBe(limited.guard.spentPoints);
});

test("a client whose retry is refused says that the call may have been charged", async () => {
  const { completions, calls } = guarded(600, [internalError, completion]);

  const error = await failureOf(completions.create(ask));

  expect(calls).toHaveLength(1);
  expect(error).toBeInstanceOf(SpendLimitError);
  expect(error).toMatchObject({
    mayHaveBeenProcessed: "maybe",
    message: expect.stringContaining("POST /v1/chat/completions was not sent again: it may cost"),
  });
});

test("sixty calls at once stay below the limit where a pacer lets four be under way", async () => {
  const middleware = [createPacer({ concurrency: 4 })];
  const { completions, guard, calls } = guarded(3000, () => completion, { middleware });

  await Promise.all(Array.from({ length: 60 }, () => completions.create(ask)));

  expect(calls).toHaveLength(60);
  expect(guard.reservedPoints).toBe(0);
});
