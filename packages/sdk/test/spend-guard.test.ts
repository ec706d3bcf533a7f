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
import { createTestFetch, errorReply, eventStreamReply, jsonReply } from "../src/testing/index.js";
import { type Answer, callThrough, failing } from "./points-call.js";
import { clientOf, exampleOf, failureOf, key, printed, request } from "./stub-service.js";
import { chunkOf } from "./stub-streams.js";

// A price table is a map, so that it needs no models list.
const perRequest: PriceTable = new Map([["writer-1", { request: 120 }]]);
const perToken: PriceTable = new Map([["writer-1", { prompt: 0.1, completion: 1, cacheRead: 0.01 }]]);
const body = { model: "writer-1", max_tokens: 1000, messages: [{ role: "user", content: "Name one prime." }] };
const used = { inputTokens: 20, outputTokens: 8 };
const ok: Answer = () => 200;

/** A call through a guard whose attempts are answered so, and its end. */
async function callWith(guard: SpendGuard, answers: Answer[], end: Partial<CallEnd> = {}): Promise<CallEnd> {
  const call = callThrough(guard.middleware, { body, ...(end.operation && { operation: end.operation }) });
  for (const answer of answers) await call.attempt(answer).catch(() => {});
  return call.end(end);
}

test("lets sixty calls through that cost little, one after the other, though each may cost much", async () => {
  const guard = createSpendGuard({ prices: perToken, maxPoints: 5000 });

  for (let count = 0; count < 60; count++) await callWith(guard, [ok], { usage: used });

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

  await callWith(guard, [answer]);
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

  await callWith(guard, [ok], end);

  expect(guard).toMatchObject({ spentPoints: spent, reservedPoints: 0 });
});

test("tells who listens what the call cost", async () => {
  const guard = createSpendGuard({ prices: perToken, maxPoints: 5000 });

  expect(await callWith(guard, [broken, ok], { usage: used })).toMatchObject({ points: 10 });
});

test("keeps the estimate of a media bot, which reports no tokens at all", async () => {
  const guard = createSpendGuard({ prices: perToken, maxPoints: 5000 });

  await callWith(guard, [ok], { usage: { inputTokens: 0, outputTokens: 0 } });

  expect(guard.spentPoints).toBeGreaterThan(1000);
  expect(guard.reservedPoints).toBe(0);
});

test("does not take what a message reports as it begins for all that it used", async () => {
  const guard = createSpendGuard({ prices: perRequest, maxPoints: 300 });
  const usage = { inputTokens: 20, outputTokens: 1 };

  const { points } = await callWith(guard, [ok], { operation: "POST /v1/messages", usage, outcome: "cancelled" });

  expect(points).toBeUndefined();
  expect(guard).toMatchObject({ spentPoints: 0, reservedPoints: 120 });
});

const failed = (mayHaveBeenProcessed: "no" | "maybe") => ({ outcome: "failed", mayHaveBeenProcessed }) as const;
const unsentRetry = { ...failed("maybe"), attempts: 1 };
const refused: Answer = () => 429;
const broken: Answer = () => 500;
const keyless: Answer = () => Promise.reject(new Error("No key"));
const unreachable: Answer = () =>
  Promise.reject(new ConnectionError("Nobody there", { reason: "connect", mayHaveBeenProcessed: "maybe" }));

type Sums = [spentPoints: number, reservedPoints: number];
const [spent, reserved, none, both]: Sums[] = [
  [120, 0],
  [0, 120],
  [0, 0],
  [120, 120],
];

// A limit that two requests fit into, and no third.
test.each<[string, Answer[], Partial<CallEnd>, Sums | undefined]>([
  ["counts the estimate of a whole reply that reports nothing", [ok], {}, spent],
  ["counts the estimate of a whole reply that reports one direction", [ok], { usage: { inputTokens: 20 } }, spent],
  ["keeps reserved what was truncated", [ok], { outcome: "truncated" }, reserved],
  ["keeps reserved what was left", [ok], { outcome: "cancelled" }, reserved],
  ["keeps reserved what could not be read", [ok], failed("maybe"), reserved],
  ["keeps reserved what was refused with 408", [() => 408], failed("maybe"), reserved],
  ["keeps reserved what failed with 500", [broken], failed("maybe"), reserved],
  ["keeps reserved what was lost", [failing("maybe")], failed("maybe"), reserved],
  ["gives back what was refused with 429", [refused], failed("no"), none],
  ["gives back what was refused with 400", [() => 400], failed("no"), none],
  ["gives back what was redirected", [() => 302], failed("no"), none],
  ["gives back what was aborted before it was sent", [failing("no")], failed("no"), none],
  ["gives back what a key function ended that throws", [keyless], failed("no"), none],
  ["gives back at once what refused attempts reserved, for the retry", [refused, refused, ok], {}, spent],
  ["keeps an attempt that may have been charged, and settles the last", [broken, refused, ok], { usage: used }, both],
  ["keeps nothing of a retry that found nobody to connect to", [broken, unreachable], failed("maybe"), reserved],
  ["keeps nothing of a retry that was aborted while it waited", [broken, failing("maybe")], unsentRetry, reserved],
  ["keeps nothing of a retry that got no key", [broken, keyless], unsentRetry, reserved],
])("%s", async (_what, answers, end, sums) => {
  const guard = createSpendGuard({ prices: perRequest, maxPoints: 240 });

  await callWith(guard, answers, end);

  expect([guard.spentPoints, guard.reservedPoints]).toEqual(sums);
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

const outcomes = fc.constantFrom<[Answer, Partial<CallEnd>]>(
  [ok, {}],
  [ok, { usage: { inputTokens: 1, outputTokens: 1 } }],
  [ok, { outcome: "truncated" }],
  [refused, failed("no")],
  [() => 503, failed("maybe")],
  [failing("no"), failed("no")],
  [failing("maybe"), failed("maybe")],
);

test("never lets spent and reserved points together exceed the limit, whatever the answers are", () =>
  fc.assert(
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
  ));

test("settles once where it is inside of another middleware", async () => {
  const guard = createSpendGuard({ prices: perToken, maxPoints: 5000 });
  const call = callThrough((request, next) => guard.middleware(request, () => next()), { body });

  await call.attempt(ok);
  call.end({ usage: used });

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

test("lets through what costs nothing, finds the price of a bot by its path, and none for a form", async () => {
  const guard = createSpendGuard({ prices: perRequest, maxPoints: 300 });
  const attemptAt = async (operation: string, body?: object) => {
    const call = callThrough(guard.middleware, { operation, body });
    await call.attempt(ok);
    call.end({ model: "Writer-1" });
    return guard.spentPoints;
  };

  expect(await attemptAt("GET /v1/models")).toBe(0);
  expect(await attemptAt("POST /v1/files")).toBe(0);
  expect(await attemptAt("POST /bot/Writer-1", { query: [] })).toBe(120);
  expect(await failureOf(attemptAt("POST /v1/videos"))).toMatchObject({
    estimate: { points: "unknown", restsOn: "the request is not JSON" },
  });
});

test("refuses points that it can't go by, and an option that it does not know", () => {
  for (const maxPoints of [Number.NaN, -1, Number.POSITIVE_INFINITY])
    expect(() => createSpendGuard({ prices: perToken, maxPoints })).toThrow(OptionError);
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

test("a client settles a plain call by the tokens of its reply, and a stream when it was read", async () => {
  const { prompt_tokens, completion_tokens } = example.usage;
  const chunks = [chunkOf({ content: "7" }, "stop"), { ...chunkOf({}), choices: [], usage: example.usage }, "[DONE]"];
  const streamed = eventStreamReply(chunks.map((data) => ({ data })));
  const { completions, guard } = guarded(600, [completion, streamed]);
  const cost = costOf(prompt_tokens, completion_tokens);

  await completions.create(ask);
  expect(guard).toMatchObject({ spentPoints: cost, reservedPoints: 0 });
  const stream = await completions.create(askStream);
  expect(guard.spentPoints).toBe(cost);
  expect(guard.reservedPoints).toBeGreaterThan(300);
  await stream.final();

  expect(guard).toMatchObject({ spentPoints: 2 * cost, reservedPoints: 0 });
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

test("a client whose retry is refused says so, and not what was asked", async () => {
  const { completions, calls } = guarded(600, [internalError, completion]);

  const error = await failureOf(completions.create(ask), SpendLimitError);

  expect(calls).toHaveLength(1);
  expect(error.mayHaveBeenProcessed).toBe("maybe");
  expect(printed(error)).not.toContain("Name one prime.");
});

test("sixty calls at once stay below the limit where a pacer lets four be under way", async () => {
  const middleware = [createPacer({ concurrency: 4 })];
  const { completions, guard, calls } = guarded(3000, () => completion, { middleware });

  await Promise.all(Array.from({ length: 60 }, () => completions.create(ask)));

  expect(calls).toHaveLength(60);
  expect(guard.reservedPoints).toBe(0);
});
