// @module-tag socket
import { afterAll, expect, test } from "vitest";
import { startMock } from "../src/index.js";

const page = "https://app.example:8443";
const mock = await startMock({ allowedOrigins: [page] });
afterAll(() => mock.close());

const faults = `${mock.baseURL}/_mock/api/sessions/default/faults`;
const crossSite = { origin: page, "sec-fetch-site": "cross-site" };

test("a page of an allowed origin may read and change the mock, and sees the answer", async () => {
  const body = JSON.stringify({ fault: "status-503" });

  const read = await fetch(faults, { headers: crossSite });
  const changed = await fetch(faults, { method: "POST", body, headers: { ...crossSite, "x-mock-admin": "1" } });

  expect([read.status, changed.status]).toEqual([200, 201]);
  expect(changed.headers.get("access-control-allow-origin")).toBe(page);
  expect(changed.headers.get("vary")).toBe("origin");
});

test("its browser may ask first", async () => {
  const preflight = await fetch(faults, {
    method: "OPTIONS",
    headers: {
      ...crossSite,
      "access-control-request-method": "DELETE",
      "access-control-request-headers": "x-mock-admin",
    },
  });

  expect(preflight.status).toBe(204);
  expect(Object.fromEntries(preflight.headers)).toMatchObject({
    "access-control-allow-origin": page,
    "access-control-allow-methods": "DELETE",
    "access-control-allow-headers": "x-mock-admin",
  });
});

test("it reads why it is refused", async () => {
  const refused = await fetch(faults, { method: "DELETE", headers: crossSite });

  expect(refused.status).toBe(403);
  expect(refused.headers.get("access-control-allow-origin")).toBe(page);
  expect(await refused.text()).toContain("x-mock-admin: 1");
});

test.each([
  ["another origin", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
  ["the same name on another port", { origin: "https://app.example", "sec-fetch-site": "cross-site" }],
  ["a page that hides its origin", { origin: "null", "sec-fetch-site": "cross-site" }],
  ["a link that says no origin", { "sec-fetch-site": "cross-site" }],
])("%s stays outside, and its preflight gets nothing", async (_name, headers) => {
  const asking = { ...headers, "access-control-request-method": "DELETE" };

  const answers = [await fetch(faults, { headers }), await fetch(faults, { method: "OPTIONS", headers: asking })];

  expect(answers.map(({ status }) => status)).toEqual([403, 403]);
  expect(answers.map((answer) => answer.headers.get("access-control-allow-origin"))).toEqual([null, null]);
});

test("the console itself is not opened to other origins", async () => {
  const console = await fetch(`${mock.baseURL}/_mock`, { headers: crossSite });

  expect(console.status).toBe(403);
});

test.each(["*", "null", "app.example", "https://app.example/path", "ftp://app.example"])(
  "%s is no origin, and told so in one sentence",
  async (origin) => {
    await expect(startMock({ allowedOrigins: [origin] })).rejects.toThrow(
      `allowedOrigins has '${origin}'; it must be an origin such as https://app.example.`,
    );
  },
);
