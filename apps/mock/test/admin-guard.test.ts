// @module-tag socket
import { afterAll, beforeAll, expect, test } from "vitest";
import { type MockServer, startMock } from "../src/index.js";
import { exchange } from "./raw-exchange.js";

let mock: MockServer;
beforeAll(async () => {
  mock = await startMock({ latency: "instant" });
});
afterAll(() => mock.close());

/** A call with headers that `fetch` would not send. */
const call = (method: string, path: string, headers: Record<string, string>, { port } = mock) =>
  exchange(port, { url: `http://mock${path}`, init: { method, headers: { host: `127.0.0.1:${port}`, ...headers } } });

const keys = "/_mock/api/sessions/default/keys";

test.each([
  ["a foreign Host", { host: "evil.example" }, 403],
  ["a foreign Origin", { origin: "https://evil.example" }, 403],
  ["the Origin of a sandboxed page", { origin: "null" }, 403],
  ["another port of this machine", { origin: "http://127.0.0.1:1" }, 403],
  ["a page of another site", { "sec-fetch-site": "cross-site" }, 403],
  ["a page of the same site on another origin", { "sec-fetch-site": "same-site" }, 403],
  ["no page at all", {}, 200],
  ["an address that was typed in", { "sec-fetch-site": "none" }, 200],
])("the admin API answers %s by %j with %i", async (_name, headers, status) => {
  expect((await call("GET", keys, headers)).status).toBe(status);
});

test("a name under localhost is this machine's, and the refusal of another one says how it is let in", async () => {
  expect((await call("GET", keys, { host: "app.localhost:4010" })).status).toBe(200);
  for (const path of [keys, "/v1/models"]) {
    const { status, text } = await call("GET", path, { host: "Evil.example:4010" });
    expect(status).toBe(403);
    expect(text).toContain("the host 'evil.example'; start it with --allow-host evil.example (option allowedHosts)");
  }
});

test.each(["0.0.0.0", "::"])(
  "on %s the service answers to any name, and the admin API to none that can be forged",
  async (host) => {
    const open = await startMock({ latency: "instant", host, allowedHosts: ["mock.team.example"] });
    const ask = async (path: string, name: string) => (await call("GET", path, { host: name }, open)).status;

    try {
      expect(open.baseURL).toBe(`http://${host === "::" ? "[::1]" : "127.0.0.1"}:${open.port}`);
      expect((await fetch(`${open.baseURL}/_mock/api/sessions`)).status).toBe(200);
      for (const name of ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80"]) {
        expect(await ask(keys, name)).toBe(403);
        expect(await ask("/_mock", name)).toBe(403);
        expect(await ask("/v1/models", name)).toBe(401);
      }
      for (const name of ["192.0.2.7:4010", "[2001:db8::7]", "mock:4010", "app.localhost", "mock.team.example"]) {
        expect(await ask(keys, name)).toBe(200);
      }
    } finally {
      await open.close();
    }
  },
);

test("the mock's own page may read and change", async () => {
  const headers = { origin: mock.baseURL, "sec-fetch-site": "same-origin", "x-mock-admin": "1" };

  expect((await call("GET", keys, headers)).status).toBe(200);
  expect((await call("DELETE", "/_mock/api/sessions/default/faults", headers)).status).toBe(204);
});

test("nothing is changed without the header of the admin API, which a form can't send", async () => {
  const { status, text } = await call("DELETE", "/_mock/api/sessions/default/faults", {});

  expect(status).toBe(403);
  expect(text).toContain("send the header 'x-mock-admin: 1'");
});

test("no answer of the admin API lets a foreign page read it, and no preflight succeeds", async () => {
  const read = await call("GET", keys, {});
  const preflight = await call("OPTIONS", keys, {
    origin: "https://evil.example",
    "access-control-request-method": "POST",
    "access-control-request-headers": "x-mock-admin",
  });

  expect(read.headers["access-control-allow-origin"]).toBeUndefined();
  expect(preflight.status).toBe(403);
  expect(preflight.headers["access-control-allow-origin"]).toBeUndefined();
});
