import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createMock } from "../src/index.js";

const scripts = new URL("../dist/console/page/", import.meta.url);

test("no script of the console makes markup from text", () => {
  for (const file of readdirSync(scripts).filter((name) => name.endsWith(".js"))) {
    const text = readFileSync(new URL(file, scripts), "utf8");
    expect(text, file).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|setHTML|DOMParser|eval\(/);
  }
});

test("a page of another origin can't put the console into a frame", async () => {
  const { headers } = await createMock().fetch("http://mock/_mock");

  expect(headers.get("content-security-policy")).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(headers.get("access-control-allow-origin")).toBeNull();
});
