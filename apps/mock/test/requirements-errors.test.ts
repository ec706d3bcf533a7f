import { operations, validateResponseBody, validateResponseHeaders } from "@model-access/contract";
import { expect, test } from "vitest";
import { createMock } from "../src/index.js";
import { createAccount } from "./account-requests.js";
import { createManualClock } from "./manual-clock.js";
import { exampleRequests } from "./requests.js";

const messages = [{ role: "user", content: "Name a prime." }];
const chat = { model: "Claude-Haiku-4.5", messages };
const message = { ...chat, max_tokens: 5 };
const version = { "anthropic-version": "2023-06-01" };

/** A call whose answer the contract has to accept; with a fault where one is asked for. */
async function ask(
  path: string,
  body: object,
  { key = "sk-mock-full", headers = version as Record<string, string> } = {},
) {
  const { post } = createAccount(createMock({ latency: "instant" }), key);
  const response = await post(path, body, headers);
  const value = await response.json();
  const operationId = path === "/v1/messages" ? "createMessage" : "createChatCompletion";
  expect(validateResponseBody(operationId, response.status, "application/json", value)).toEqual([]);
  expect(validateResponseHeaders(operationId, response.status, Object.fromEntries(response.headers))).toEqual([]);
  return { status: response.status, body: value, headers: response.headers };
}

test.each([
  {
    row: "R7.2",
    title: "a wrong key",
    key: "sk-other",
    status: 401,
    type: "invalid_request_error",
    code: "invalid_api_key",
  },
  {
    row: "R7.3",
    title: "an unknown model",
    change: { model: "No-Such" },
    status: 400,
    type: "invalid_request_error",
    code: "model_not_found",
  },
  {
    row: "R7.4",
    title: "a temperature above 2",
    change: { temperature: 2.1 },
    status: 400,
    type: "invalid_request_error",
    code: "invalid_parameter",
  },
  {
    row: "R7.4",
    title: "a temperature below 0",
    change: { temperature: -0.1 },
    status: 400,
    type: "invalid_request_error",
    code: "invalid_parameter",
  },
  {
    row: "R7.5",
    title: "no messages",
    change: { messages: undefined },
    status: 400,
    type: "invalid_request_error",
    code: "missing_parameter",
  },
  {
    row: "R7.7",
    title: "too few points",
    key: "sk-mock-low",
    status: 402,
    type: "insufficient_quota",
    code: "insufficient_points",
  },
  {
    row: "R7.6",
    title: "the fault 429",
    fault: "status-429",
    status: 429,
    type: "rate_limit_error",
    code: "rate_limit_exceeded",
  },
  { row: "R7.8", title: "the fault 500", fault: "status-500", status: 500, type: "api_error", code: "internal_error" },
  { row: "R7.8", title: "the fault 503", fault: "status-503", status: 503, type: "api_error", code: "internal_error" },
])(
  "$row: for $title a chat completion gets $status $type $code",
  async ({ key, change, fault, status, type, code }) => {
    const headers: Record<string, string> = fault === undefined ? {} : { "x-mock-fault": fault };
    const answer = await ask("/v1/chat/completions", { ...chat, ...change }, { ...(key && { key }), headers });

    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({ error: { message: expect.stringMatching(/\w .*\.$/), type, code } });
  },
);

test.each([
  { title: "a missing max_tokens", change: { max_tokens: undefined }, status: 400, type: "invalid_request_error" },
  { title: "a wrong key", key: "sk-other", status: 401, type: "authentication_error" },
  { title: "an unknown model", change: { model: "No-Such" }, status: 404, type: "not_found_error" },
  { title: "the fault 429", fault: "status-429", status: 429, type: "rate_limit_error" },
])(
  "R7.11: for $title messages get $status $type in the provider's form",
  async ({ key, change, fault, status, type }) => {
    const headers: Record<string, string> = fault === undefined ? version : { ...version, "x-mock-fault": fault };
    const answer = await ask("/v1/messages", { ...message, ...change }, { ...(key && { key }), headers });

    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ type: "error", error: { type, message: expect.stringMatching(/\w .*\.$/) } });
  },
);

test.each(Object.values(operations).filter(({ operationId }) => operationId !== "createMessage"))(
  "R2.14: an error of $operationId is an object of three texts",
  async (operation) => {
    const { fetch } = createMock();
    const [{ url, init } = { url: "", init: {} }] = exampleRequests(operation);

    const response = await fetch(url, { ...init, headers: { ...init.headers, authorization: "Bearer sk-other" } });

    expect(await response.json()).toEqual({
      error: { message: expect.any(String), type: expect.any(String), code: expect.any(String) },
    });
  },
);

test("R8.1: the 501st request of a minute gets 429, whatever endpoints they are for", async () => {
  const { call } = createAccount(createMock({ clock: createManualClock(), latency: "instant" }));
  const paths = ["/v1/models", "/v1/balance", "/usage/current_balance", "/v1/usage/history", "/usage/points_history"];
  const statuses: number[] = [];

  for (let count = 0; count < 501; count++) statuses.push((await call(paths[count % paths.length] ?? "")).status);

  expect(statuses.indexOf(429)).toBe(500);
});

test.each([
  { path: "/v1/chat/completions", body: chat, temperature: 2, status: 200 },
  { path: "/v1/chat/completions", body: chat, temperature: 2.01, status: 400 },
  { path: "/v1/messages", body: message, temperature: 1, status: 200 },
  { path: "/v1/messages", body: message, temperature: 1.01, status: 400 },
])("R8.2: $path with a temperature of $temperature gets $status", async ({ path, body, temperature, status }) => {
  expect((await ask(path, { ...body, temperature })).status).toBe(status);
});

test.each([undefined, "5", 5.5])("R8.2: messages with a max_tokens of %j get 400", async (max_tokens) => {
  expect((await ask("/v1/messages", { ...message, max_tokens })).status).toBe(400);
});

test.each([
  { headers: version, status: 200 },
  { headers: {}, status: 400 },
])("R9.2: messages with the version $headers get $status", async ({ headers, status }) => {
  expect((await ask("/v1/messages", message, { headers: headers as Record<string, string> })).status).toBe(status);
});
