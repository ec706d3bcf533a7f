import { validateResponseBody, validateResponseHeaders } from "@model-access/contract";
import { expect, test } from "vitest";
import { createMock } from "../src/index.js";
import { createManualClock } from "./manual-clock.js";
import { bearer } from "./requests.js";

/** A request that counts, and is refused before it needs an answer: 400. */
const counted = "http://mock/v1/usage/history?limit=0";

function createCaller(key: string) {
  const clock = createManualClock();
  const { fetch } = createMock({ clock });
  return { clock, call: (url = counted) => fetch(url, { headers: bearer(key) }), fetch };
}

test("the fourth request of a minute with the tiny key gets 429, with Retry-After and the state of the window", async () => {
  const { clock, call } = createCaller("sk-mock-tiny");
  for (const delayMs of [0, 5000, 5000]) {
    await clock.advance(delayMs);
    expect((await call()).status).toBe(400);
  }
  await clock.advance(9500);

  const response = await call();
  const body = await response.json();
  const headers = Object.fromEntries(response.headers);

  expect(response.status).toBe(429);
  expect(headers).toMatchObject({
    "retry-after": "41",
    "x-ratelimit-limit-requests": "3",
    "x-ratelimit-remaining-requests": "0",
    "x-ratelimit-reset-requests": "51",
  });
  expect(body).toEqual({
    error: { type: "rate_limit_error", code: "rate_limit_exceeded", message: expect.stringContaining("41 seconds") },
  });
  expect(validateResponseBody("listUsageHistory", 429, "application/json", body)).toEqual([]);
  expect(validateResponseHeaders("listUsageHistory", 429, headers)).toEqual([]);
});

test("after Retry-After a request goes through, and refused ones have not counted", async () => {
  const { clock, call } = createCaller("sk-mock-tiny");
  for (const _ of [1, 2, 3]) await call();
  await clock.advance(17_300);
  const refused = await call();
  await call();

  await clock.advance(Number(refused.headers.get("retry-after")) * 1000);

  expect((await call()).status).toBe(400);
});

test("a second before Retry-After has passed it is still 429", async () => {
  const { clock, call } = createCaller("sk-mock-tiny");
  for (const _ of [1, 2, 3]) await call();

  await clock.advance(59_000);
  const response = await call();

  expect(response.status).toBe(429);
  expect(response.headers.get("retry-after")).toBe("1");
});

test("R8.1: other keys have 500 requests a minute, each its own, for all endpoints together", async () => {
  const { fetch } = createCaller("");
  const paths = ["/v1/models", "/v1/balance", "/usage/current_balance", "/v1/usage/history", "/usage/points_history"];
  const call = (key: string, url = counted) => fetch(url, { headers: bearer(key) });
  for (let count = 0; count < 500; count++)
    expect((await call("sk-mock-full", `http://mock${paths[count % paths.length]}`)).status).toBe(200);

  expect((await call("sk-mock-full")).status).toBe(429);
  expect((await call("sk-mock-low")).status).toBe(400);
});

test("a wrong key, an unknown path and OPTIONS do not count", async () => {
  const { call, fetch } = createCaller("sk-mock-tiny");
  for (const _ of [1, 2, 3, 4]) {
    await call("http://mock/v1/nothing");
    await fetch(counted, { headers: bearer("sk-other") });
    await fetch(counted, { method: "OPTIONS", headers: bearer("sk-mock-tiny") });
  }

  expect((await call()).status).toBe(400);
});

test("the messages interface says 429 and the state of the window in its own form", async () => {
  const { fetch } = createCaller("");
  const call = () => fetch("http://mock/v1/messages", { method: "POST", headers: { "x-api-key": "sk-mock-tiny" } });
  for (const _ of [1, 2, 3]) expect((await call()).status).toBe(400);

  const response = await call();
  const headers = Object.fromEntries(response.headers);

  expect(await response.json()).toMatchObject({ type: "error", error: { type: "rate_limit_error" } });
  expect(headers).toMatchObject({
    "retry-after": "60",
    "anthropic-ratelimit-requests-limit": "3",
    "anthropic-ratelimit-requests-remaining": "0",
    "anthropic-ratelimit-requests-reset": "2026-01-01T00:01:00.000Z",
  });
  expect(validateResponseHeaders("createMessage", 429, headers)).toEqual([]);
});

test("the rate window of a full key can be set, and the tiny key keeps its own", async () => {
  const { fetch } = createMock({ clock: createManualClock(), requestsPerMinute: 5 });
  const limitOf = async (key: string) =>
    (await fetch("http://mock/v1/models", { headers: bearer(key) })).headers.get("x-ratelimit-limit-requests");

  expect(await limitOf("sk-mock-full")).toBe("5");
  expect(await limitOf("sk-mock-tiny")).toBe("3");
  expect(() => createMock({ requestsPerMinute: 0 })).toThrow("requestsPerMinute is 0; it must be a whole number");
});
