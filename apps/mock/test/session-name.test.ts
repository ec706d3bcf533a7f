// @module-tag socket
import { afterAll, expect, test } from "vitest";
import { createAdmin, startMock } from "../src/index.js";
import { clientOf } from "./client.js";
import { bearer } from "./requests.js";

const mock = await startMock({ latency: "instant" });
afterAll(() => mock.close());

const { post, get } = clientOf({ fetch, baseURL: mock.baseURL });
const question = { model: "GPT-5.2", messages: [{ role: "user", content: "Hello" }] };
const ask = (path: string, key = "sk-mock-full", headers: Record<string, string> = {}) =>
  post(path, question, { ...bearer(key), ...headers });
const journalOf = (session: string) => createAdmin({ baseURL: mock.baseURL, session }).journal.list();

test("a base path names the session, and the journal has the path without it", async () => {
  const response = await ask("/_session/by-path/v1/chat/completions?a=1");

  expect(response.status).toBe(200);
  expect((await journalOf("by-path")).map(({ request }) => request.target)).toEqual(["/v1/chat/completions?a=1"]);
  expect(await journalOf("default")).toEqual([]);
});

test.each([
  ["a bearer key", { authorization: "Bearer sk-mock-full@by-key" }],
  ["x-api-key", { "x-api-key": "sk-mock-full@by-key" }],
])("%s names the session behind its at sign", async (_name, headers) => {
  const before = (await journalOf("by-key")).length;

  const fields = { ...question, model: "Claude-Sonnet-4.5", max_tokens: 20 };
  const response = await post("/v1/messages", fields, { authorization: "", ...headers });

  expect(response.status).toBe(200);
  expect(await journalOf("by-key")).toHaveLength(before + 1);
});

test("a key without a scheme names the session too, where the operation takes one", async () => {
  const body = new FormData();
  body.append("file", new Blob(["Hello"]), "hello.txt");

  const headers = { authorization: "sk-mock-full@by-bare-key" };
  const response = await get("/v1/files", { method: "POST", headers, body });

  expect(response.status).toBe(200);
  expect(await journalOf("by-bare-key")).toHaveLength(1);
});

test("a session in the key stands before a fault", async () => {
  const response = await ask("/v1/chat/completions", "sk-mock-full@with-fault!status-503");

  expect(response.status).toBe(503);
  expect(await journalOf("with-fault")).toHaveLength(1);
});

test("an at sign in the options of a fault names no session", async () => {
  const response = await ask("/v1/chat/completions", "sk-mock-full!stall;at@3");

  expect(response.status).toBe(400);
  expect(await response.text()).toContain("The fault 'stall' takes at=N");
});

test("header, path and key may name the same session", async () => {
  const response = await ask("/_session/same/v1/chat/completions", "sk-mock-full@same", { "x-mock-session": "same" });

  expect(response.status).toBe(200);
});

test("a request that names two sessions is refused, and told which", async () => {
  const response = await ask("/_session/one/v1/chat/completions", "sk-mock-full@two");

  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({
    error: {
      message: "The path names the session 'one' and the key 'two'; a request has one session.",
      type: "invalid_request_error",
      code: "invalid_parameter",
    },
  });
});

test.each([
  ["path", "/_session/a%20b/v1/chat/completions", "sk-mock-full"],
  ["path", "/_session//v1/chat/completions", "sk-mock-full"],
  ["key", "/v1/chat/completions", "sk-mock-full@a b"],
  ["key", "/v1/chat/completions", "sk-mock-full@"],
])("a name by the %s that is none is refused with what a name is", async (place, path, key) => {
  const response = await ask(path, key);

  expect(response.status).toBe(400);
  expect(await response.text()).toContain(`The session that the ${place} names is expected to be 1 to 64 letters`);
});

test("errors behind a session's path have the form of their interface", async () => {
  const response = await fetch(`${mock.baseURL}/_session/form/v1/messages`, { method: "POST" });

  expect(await response.json()).toMatchObject({ type: "error", error: { type: "authentication_error" } });
});

test("a browser may ask whether it may call, behind a session's path", async () => {
  const response = await fetch(`${mock.baseURL}/_session/preflight/v1/models`, {
    method: "OPTIONS",
    headers: { origin: "https://app.example", "access-control-request-method": "GET" },
  });

  expect(response.status).toBe(204);
  expect(response.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
});

test("the reference stands behind a session's path, and the console leads to the session's own", async () => {
  const reference = await fetch(`${mock.baseURL}/_session/own/docs`, { method: "HEAD" });
  const own = await fetch(`${mock.baseURL}/_session/own/_mock`, { redirect: "manual" });

  expect(reference.status).toBe(200);
  expect([own.status, own.headers.get("location")]).toEqual([307, "/_mock?session=own"]);
});

test("a session's path does not open the admin API to a foreign page", async () => {
  const response = await fetch(`${mock.baseURL}/_session/own/_mock/api/sessions`, {
    headers: { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
  });

  expect(response.status).toBe(403);
});
