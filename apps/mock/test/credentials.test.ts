import { expect, test } from "vitest";
import { createMock } from "../src/index.js";
import { bearer, json } from "./requests.js";

const page = "https://app.example";
const { fetch } = createMock({ latency: "instant" });
const question = { model: "GPT-5.2", messages: [{ role: "user", content: "Hello" }] };

/** As much as a browser looks at before a page that sends credentials reads an answer. */
const openedBy = (headers: Headers) => ({
  origin: headers.get("access-control-allow-origin"),
  credentials: headers.get("access-control-allow-credentials"),
  exposed: headers.get("access-control-expose-headers")?.split(", ") ?? [],
  vary: headers.get("vary"),
});

test.each<[string, RequestInit, Record<string, string>, string]>([
  ["/v1/chat/completions", json(question), bearer("sk-mock-full"), "x-request-id"],
  ["/v1/chat/completions", json({ ...question, stream: true }), bearer("sk-mock-full"), "cache-control"],
  ["/v1/models", {}, {}, "x-request-id"],
  ["/v1/chat/completions", json({}), { "x-mock-session": "not a name" }, "content-type"],
  ["/nothing", {}, {}, "date"],
])("a page that sends credentials reads the answer of %s, with its headers", async (path, init, more, header) => {
  const sent = { ...(init.headers as Record<string, string>), ...more, origin: page };
  const response = await fetch(`http://mock${path}`, { ...init, headers: sent });

  const { exposed, ...opened } = openedBy(response.headers);
  expect(opened).toEqual({ origin: page, credentials: "true", vary: "origin" });
  expect(exposed).toContain(header);
  expect(exposed).not.toContain("*");
});

test("a page that sends credentials may ask first", async () => {
  const asked = { origin: page, "access-control-request-method": "POST", "access-control-request-headers": "x-mine" };

  const response = await fetch("http://mock/v1/messages", { method: "OPTIONS", headers: asked });

  expect(openedBy(response.headers)).toMatchObject({ origin: page, credentials: "true" });
  expect(response.status).toBe(204);
  expect(response.headers.get("access-control-allow-headers")).toBe("x-mine");
  expect(response.headers.get("access-control-allow-methods")).toBe("POST, OPTIONS");
  expect(response.headers.get("vary")).toBe("access-control-request-headers, origin");
});

test("a call that names no origin is answered for all", async () => {
  const response = await fetch("http://mock/v1/models", { headers: bearer("sk-mock-full") });

  expect(openedBy(response.headers)).toEqual({ origin: "*", credentials: null, exposed: ["*"], vary: null });
});
