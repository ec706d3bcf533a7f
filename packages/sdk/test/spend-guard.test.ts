import fc from "fast-check";
import { expect, test } from "vitest";
import { ModelAccessError, OptionError } from "../src/index.js";
import { createSpendGuard, type PriceTable, SpendLimitError } from "../src/points/index.js";
import type { AttemptRequest, Middleware } from "../src/transport/middleware.js";
import { failureOf } from "./stub-service.js";

// A price table is a map, so that it needs no models list.
const perRequest: PriceTable = new Map([["writer-1", { request: 120 }]]);
const perToken: PriceTable = new Map([["writer-1", { prompt: 0.1, completion: 0.5 }]]);
const body = { model: "writer-1", max_tokens: 100, messages: [{ role: "user", content: "Name one prime." }] };

/** Runs a middleware around an attempt that answers like this. */
function attempt(
  middleware: Middleware,
  options: { operation?: string; sent?: unknown; answer?: () => Promise<number> } = {},
): Promise<unknown> {
  const { operation = "POST /v1/chat/completions", answer = async () => 200 } = options;
  // Guards look at nothing else.
  const request = { operation, body: "sent" in options ? options.sent : body } as AttemptRequest;
  return middleware(request, async () => ({ status: await answer(), headers: new Headers(), requestId: undefined }));
}

test("refuses a call that may cost more than is left, before it is sent", async () => {
  const guard = createSpendGuard({ prices: perRequest, maxPoints: 300 });
  let sent = 0;
  const answer = async () => {
    sent++;
    return 200;
  };

  await attempt(guard.middleware, { answer });
  await attempt(guard.middleware, { answer });
  const error = await failureOf(attempt(guard.middleware, { answer }));

  expect(sent).toBe(2);
  expect(guard.spentPoints).toBe(240);
  expect(error).toBeInstanceOf(SpendLimitError);
  expect(error).toMatchObject({
    name: "SpendLimitError",
    message:
      "POST /v1/chat/completions was not sent: it may cost 120 points and 60 are left, by the price of writer-1 per request; raise maxPoints, or lower max_tokens",
    estimate: { points: 120, restsOn: "the price of writer-1 per request" },
    remainingPoints: 60,
    mayHaveBeenProcessed: "no",
  });
});

test("does not let calls at the same time pass for one", async () => {
  const guard = createSpendGuard({ prices: perRequest, maxPoints: 300 });

  const results = await Promise.allSettled(Array.from({ length: 5 }, () => attempt(guard.middleware)));

  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "rejected", "rejected"]);
});

test("never spends more than it may by its estimates, whatever the answers are", () => {
  return fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(200, 400, 429, 500, 503), { maxLength: 30 }),
      fc.nat(2000),
      async (statuses, maxPoints) => {
        const guard = createSpendGuard({ prices: perRequest, maxPoints });
        const results = await Promise.allSettled(
          statuses.map((status) => attempt(guard.middleware, { answer: async () => status })),
        );
        const charged = results.filter(
          ({ status }, index) => status === "fulfilled" && (statuses[index] === 200 || Number(statuses[index]) >= 500),
        );

        expect(guard.spentPoints).toBe(charged.length * 120);
        expect(guard.spentPoints).toBeLessThanOrEqual(maxPoints);
      },
    ),
  );
});

test.each([
  ["refused with 429", async () => 429, 0],
  ["refused with 400", async () => 400, 0],
  ["failed with 500, which may have been charged", async () => 500, 120],
  ["not sent", () => Promise.reject(new ModelAccessError("Nobody there")), 0],
  [
    "lost, which may have been charged",
    () => Promise.reject(new ModelAccessError("Lost", { mayHaveBeenProcessed: "maybe" })),
    120,
  ],
  ["broken by code that nobody knows", () => Promise.reject(new Error("Bug")), 120],
])("counts an attempt that was %s", async (_what, answer, spent) => {
  const guard = createSpendGuard({ prices: perRequest, maxPoints: 300 });

  await attempt(guard.middleware, { answer }).catch(() => {});

  expect(guard.spentPoints).toBe(spent);
});

test("refuses a call whose cost is unknown unless that is allowed", async () => {
  const sent = { model: "other" };
  const strict = createSpendGuard({ prices: perRequest, maxPoints: 300 });
  const open = createSpendGuard({ prices: perRequest, maxPoints: 300, allowUnknown: true });

  const error = await failureOf(attempt(strict.middleware, { sent }));
  await attempt(open.middleware, { sent });

  expect(error).toMatchObject({
    message:
      "POST /v1/chat/completions was not sent: what it costs is unknown, because no price of other in points is known; allow it with allowUnknown: true",
  });
  expect(open.spentPoints).toBe(0);
});

test("lets through what costs nothing", async () => {
  const guard = createSpendGuard({ prices: perRequest, maxPoints: 0 });

  await attempt(guard.middleware, { operation: "GET /v1/models", sent: undefined });
  await attempt(guard.middleware, { operation: "POST /v1/files", sent: undefined });

  expect(guard.spentPoints).toBe(0);
});

test("finds the price of a bot by its path, and none for a form", async () => {
  const guard = createSpendGuard({ prices: perRequest, maxPoints: 300 });

  await attempt(guard.middleware, { operation: "POST /bot/Writer-1", sent: { query: [] } });
  const form = await failureOf(attempt(guard.middleware, { operation: "POST /v1/videos", sent: undefined }));

  expect(guard.spentPoints).toBe(120);
  expect(form).toMatchObject({ estimate: { points: "unknown", restsOn: "the request is not JSON" } });
});

test.each([Number.NaN, -1, Number.POSITIVE_INFINITY])("refuses %s as the points that it may spend", (maxPoints) => {
  expect(() => createSpendGuard({ prices: perToken, maxPoints })).toThrow(OptionError);
});
