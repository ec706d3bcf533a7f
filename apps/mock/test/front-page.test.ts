import { expect, test } from "vitest";
import { createMock } from "../src/index.js";

const { fetch } = createMock();

/** The `accept` header of Chromium and Firefox for a page. */
const ofBrowser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

test("a browser that opens the mock's address comes to the console", async () => {
  const response = await fetch("http://mock:4010/", { headers: { accept: ofBrowser }, redirect: "manual" });

  expect(response.status).toBe(302);
  expect(response.headers.get("location")).toBe("/_mock");
  expect(response.headers.get("vary")).toBe("accept");
});

test.each<Record<string, string>>([{ accept: "*/*" }, { accept: "application/json" }, {}])(
  "others are told where console and reference are: %o",
  async (headers) => {
    const response = await fetch("http://mock:4010/", { headers });

    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(response.headers.get("vary")).toBe("accept");
    expect(await response.text()).toBe(
      "Model Access mock\nConsole: http://mock:4010/_mock\nReference: http://mock:4010/docs\n",
    );
  },
);

test("HEAD is answered as GET, without a body", async () => {
  const response = await fetch("http://mock:4010/", { method: "HEAD" });

  expect(response.status).toBe(200);
  expect(await response.text()).toBe("");
});

test("anything else there is refused as at every path that the contract does not have", async () => {
  const response = await fetch("http://mock:4010/", { method: "POST", body: "{}" });

  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ error: { code: "not_found" } });
});

test("a page of another origin can't put the console into a frame", async () => {
  const { headers } = await fetch("http://mock/_mock");

  expect(headers.get("content-security-policy")).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(headers.get("access-control-allow-origin")).toBeNull();
});
