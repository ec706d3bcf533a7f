import { validateResponseBody, validateResponseHeaders } from "@model-access/contract";
import { describe, expect, test } from "vitest";
import { createMock } from "../src/index.js";
import { bearer, exampleRequest, json } from "./requests.js";

const { fetch } = createMock({ maxBodyBytes: 10_000 });

const full = { ...bearer("sk-mock-full"), "content-type": "application/json" };
const messagesHeaders = { ...full, "anthropic-version": "2023-06-01" };
const hello = [{ role: "user", content: "Hello" }];
const chat = { model: "Claude-Haiku-4.5", messages: hello };
const message = { ...chat, max_tokens: 10 };

interface Row {
  title: string;
  body?: unknown;
  headers?: Record<string, string>;
  method?: string;
  path?: string;
  status: number;
  /** The code, or on the messages interface the type. */
  code: string;
  says?: string;
}

const tooLong = "x".repeat(20_000);

const plain: Row[] = [
  { title: "malformed JSON", body: '{"model": ', status: 400, code: "invalid_json", says: "see character 10" },
  { title: "an empty body", body: "", status: 400, code: "invalid_json", says: "empty" },
  { title: "a body that is no object", body: "[]", status: 400, code: "invalid_parameter" },
  {
    title: "a missing field",
    body: { model: "Claude-Haiku-4.5" },
    status: 400,
    code: "missing_parameter",
    says: "'messages'",
  },
  { title: "messages that are none", body: { ...chat, messages: "Hello" }, status: 400, code: "invalid_parameter" },
  {
    title: "a temperature of 3",
    body: { ...chat, temperature: 3 },
    status: 400,
    code: "invalid_parameter",
    says: "'temperature'",
  },
  {
    title: "an unknown model",
    body: { ...chat, model: "no-such" },
    status: 400,
    code: "model_not_found",
    says: "'no-such'",
  },
  { title: "the app-creation bot", body: { ...chat, model: "App-Creator" }, status: 400, code: "model_not_supported" },
  {
    title: "no key",
    headers: { authorization: "" },
    status: 401,
    code: "invalid_api_key",
    says: "The API key is missing. Send 'Authorization: Bearer sk-mock-full', or another key of the mock.",
  },
  { title: "a wrong key", headers: bearer("sk-other"), status: 401, code: "invalid_api_key", says: "invalid" },
  { title: "a key that is the name of a method", headers: bearer("toString"), status: 401, code: "invalid_api_key" },
  {
    title: "a key without its scheme",
    headers: { authorization: "sk-mock-full" },
    status: 401,
    code: "invalid_api_key",
    says: "Send the key as 'Authorization: Bearer KEY'; the request has it elsewhere.",
  },
  {
    title: "a key in x-api-key",
    headers: { authorization: "", "x-api-key": "sk-mock-full" },
    status: 401,
    code: "invalid_api_key",
  },
  { title: "a revoked key", headers: bearer("sk-mock-revoked"), status: 401, code: "invalid_api_key", says: "revoked" },
  { title: "too few points", headers: bearer("sk-mock-low"), status: 402, code: "insufficient_points" },
  { title: "a key without permission", headers: bearer("sk-mock-limited"), status: 403, code: "permission_denied" },
  {
    title: "an operation of other APIs",
    path: "/v1/embeddings",
    status: 404,
    code: "not_found",
    says: "The API has no POST /v1/embeddings; the reference is at /docs.",
  },
  { title: "a very long path", path: `/v1/${"x".repeat(500)}`, status: 404, code: "not_found", says: "xxx…; the" },
  {
    title: "a path without /v1",
    path: "/chat/completions",
    status: 404,
    code: "not_found",
    says: "there is /v1/chat/completions, so look at the base URL.",
  },
  {
    title: "a path with /v1 twice",
    path: "/v1/v1/models",
    status: 404,
    code: "not_found",
    says: "there is /v1/models",
  },
  {
    title: "a path with two slashes",
    path: "//v1/models",
    status: 404,
    code: "not_found",
    says: "there is /v1/models",
  },
  { title: "a slash at the end", path: "/v1/models/", status: 404, code: "not_found", says: "there is /v1/models" },
  { title: "a path with a bad escape", path: "/bot/%zz", status: 404, code: "not_found" },
  { title: "a wrong method", method: "DELETE", status: 405, code: "method_not_allowed", says: "POST only" },
  {
    title: "an oversize body",
    body: { ...chat, user: tooLong },
    status: 413,
    code: "request_too_large",
    says: "10000 bytes",
  },
  {
    title: "a wrong media type",
    headers: { "content-type": "text/plain" },
    status: 415,
    code: "unsupported_media_type",
    says: "'text/plain'",
  },
];

const messages: Row[] = [
  { title: "malformed JSON", body: "{", status: 400, code: "invalid_request_error" },
  { title: "a missing max_tokens", body: chat, status: 400, code: "invalid_request_error", says: "'max_tokens'" },
  { title: "a temperature of 1.5", body: { ...message, temperature: 1.5 }, status: 400, code: "invalid_request_error" },
  {
    title: "a missing version",
    headers: { "anthropic-version": "" },
    status: 400,
    code: "invalid_request_error",
    says: "header 'anthropic-version'",
  },
  { title: "an unknown model", body: { ...message, model: "no-such" }, status: 404, code: "not_found_error" },
  {
    title: "a model of another provider",
    body: { ...message, model: "GPT-5.2" },
    status: 404,
    code: "not_found_error",
    says: "not an official model",
  },
  {
    title: "a user's bot",
    body: { ...message, model: "Trip-Planner" },
    status: 404,
    code: "not_found_error",
    says: "not an official model",
  },
  {
    title: "the app-creation bot",
    body: { ...message, model: "App-Creator" },
    status: 404,
    code: "not_found_error",
    says: "not an official model",
  },
  { title: "no key", headers: { authorization: "" }, status: 401, code: "authentication_error" },
  {
    title: "a wrong key in x-api-key",
    headers: { authorization: "", "x-api-key": "sk-other" },
    status: 401,
    code: "authentication_error",
  },
  { title: "too few points", headers: bearer("sk-mock-low"), status: 402, code: "billing_error" },
  { title: "a key without permission", headers: bearer("sk-mock-limited"), status: 403, code: "permission_error" },
  { title: "an unknown path", path: "/v1/messages/batches", status: 404, code: "not_found_error" },
  { title: "a wrong method", method: "PUT", status: 405, code: "invalid_request_error" },
  { title: "an oversize body", body: { ...message, system: tooLong }, status: 413, code: "request_too_large" },
  {
    title: "a wrong media type",
    headers: { "content-type": "text/plain" },
    status: 415,
    code: "invalid_request_error",
  },
];

describe("the error body of the chat interface", () => {
  test.each(plain)("for $title is $status $code", async ({ status, code, says = "", ...request }) => {
    const response = await send({ path: "/v1/chat/completions", body: chat, ...request }, full);
    const body = await response.json();

    expect(response.status).toBe(status);
    expect(body).toEqual({ error: { message: expect.stringContaining(says), type: expect.any(String), code } });
    expect(validateResponseBody("createChatCompletion", status, "application/json", body)).toEqual([]);
    expect(validateResponseHeaders("createChatCompletion", status, Object.fromEntries(response.headers))).toEqual([]);
  });
});

describe("the error body of the messages interface", () => {
  test.each(messages)("for $title is $status $code", async ({ status, code, says = "", ...request }) => {
    const response = await send({ path: "/v1/messages", body: message, ...request }, messagesHeaders);
    const body = await response.json();

    expect(response.status).toBe(status);
    expect(body).toEqual({ type: "error", error: { type: code, message: expect.stringContaining(says) } });
    expect(validateResponseBody("createMessage", status, "application/json", body)).toEqual([]);
  });
});

test.each([
  { title: "an unknown bot", path: "/bot/No-Such", ...exampleRequest("queryBot").init, code: "model_not_found" },
  { title: "an unknown video", path: "/v1/videos/video_0", code: "not_found" },
  {
    title: "a remix of an unknown video",
    path: "/v1/videos/video_0/remix",
    ...json({ prompt: "Snow." }),
    code: "not_found",
  },
  {
    title: "an extension of an unknown video",
    path: "/v1/videos/extensions",
    ...json({ video: { id: "video_0" }, prompt: "Snow." }),
    code: "not_found",
  },
  { title: "a page of 101 entries", path: "/v1/usage/history?limit=101", code: "invalid_parameter" },
  {
    title: "a form that is none",
    path: "/v1/files",
    method: "POST",
    headers: { "content-type": "multipart/form-data; boundary=x" },
    body: "no form",
    code: "invalid_parameter",
  },
  {
    title: "an empty form",
    path: "/v1/files",
    method: "POST",
    headers: { "content-type": "multipart/form-data; boundary=x" },
    code: "missing_parameter",
  },
])("refuses $title with $code", async ({ path, code, title, ...init }) => {
  const response = await fetch(`http://mock${path}`, {
    ...init,
    headers: { ...init.headers, ...bearer("sk-mock-full") },
  });

  expect(await response.json(), title).toMatchObject({ error: { code } });
});

test("an error message quotes neither key nor body", async () => {
  const malformed = await send({ path: "/v1/chat/completions", body: '{"secret words" ' }, full);
  const wrongKey = await send({ path: "/v1/chat/completions", body: chat }, { ...full, ...bearer("sk-private") });

  expect(await malformed.text()).not.toContain("secret");
  expect(await wrongKey.text()).not.toContain("sk-private");
});

test("a file upload takes the key without a scheme too", async () => {
  const { url, init } = exampleRequest("uploadFile");

  const response = await fetch(url, { ...init, headers: { authorization: "sk-mock-low", prefer: "code=418x" } });

  expect(await response.text()).toContain("Prefer"); // so the key and the form were accepted
});

test.each([
  { first: "the path", request: { path: "/v1/chats", headers: { authorization: "" } }, status: 404 },
  {
    first: "the key",
    request: { body: "{", headers: { authorization: "", "content-type": "text/plain" } },
    status: 401,
  },
  { first: "the media type", request: { body: "{", headers: { "content-type": "text/plain" } }, status: 415 },
  { first: "the shape", request: { body: { model: "no-such" }, headers: bearer("sk-mock-limited") }, status: 400 },
  {
    first: "the model",
    request: { body: { ...chat, model: "no-such" }, headers: bearer("sk-mock-limited") },
    status: 400,
  },
  {
    first: "the points",
    request: { body: chat, headers: { ...bearer("sk-mock-low"), prefer: "code=418x" } },
    status: 402,
  },
])("of several faults it reports $first first", async ({ request, status }) => {
  const response = await send({ path: "/v1/chat/completions", body: chat, ...request }, full);

  expect(response.status).toBe(status);
});

test("a key without points may ask for what costs none", async () => {
  const { url, init } = exampleRequest("getBalance");

  const response = await fetch(url, { ...init, headers: { ...bearer("sk-mock-low"), prefer: "code=418x" } });

  expect(response.status).toBe(400); // past the points, refused for its Prefer
});

function send(
  { path = "", method = "POST", body, headers }: Partial<Row>,
  defaults: Record<string, string>,
): Promise<Response> {
  const merged = Object.entries({ ...defaults, ...headers }).filter(([, value]) => value !== "");
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return fetch(`http://mock${path}`, { method, headers: merged, body: text });
}
