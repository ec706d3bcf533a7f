import { createReadStream, existsSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import axe from "axe-core";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { chromiumOptions } from "../../../scripts/chromium.mjs";

const site = fileURLToPath(new URL("../dist/site/", import.meta.url));
const types: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".json": "application/json",
};

let browser: Browser;
let server: Server;
let origin = "";
let page: Page;
let problems: string[] = [];

beforeAll(async () => {
  server = createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
    const path = join(site, decodeURI(new URL(request.url ?? "/", "http://site").pathname));
    const file = [`${path}/index.html`, `${path}.html`, path].find((name) => extname(name) !== "" && existsSync(name));
    if (file === undefined) return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await chromium.launch(chromiumOptions());
  // One page for all tests: a context for each costs more than the page.
  page = await browser.newPage();
  page.on("pageerror", ({ message }) => problems.push(message));
  page.on("request", (request) => {
    if (!request.url().startsWith(origin) && !/^(data|blob):/.test(request.url())) problems.push(request.url());
  });
});

beforeEach(async () => {
  problems = [];
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize({ width: 1280, height: 720 });
});

afterEach(async () => {
  await page.evaluate(() => localStorage.clear());
  await page.goto("about:blank");
});

afterAll(async () => {
  await browser?.close();
  server?.close();
});

async function open(path: string): Promise<void> {
  await page.goto(origin + path);
  await page.locator(".VPDoc h1").first().waitFor();
}

test("the site opens without other hosts and script errors, and its menu works", async () => {
  await open("/");

  await page.getByRole("navigation", { name: "Main Navigation" }).getByRole("link", { name: "SDK" }).click();
  await page.waitForURL("**/sdk/");
  await page.getByRole("link", { name: "Streaming" }).first().click();
  await page.getByRole("heading", { level: 1, name: "Streaming" }).waitFor();

  expect(problems).toEqual([]);
});

test("the menu leads to the reference, which opens without other hosts", async () => {
  await open("/");

  await page.getByRole("navigation", { name: "Main Navigation" }).getByRole("link", { name: "Reference" }).click();
  await page.waitForURL("**/reference/**");
  await page.getByRole("heading", { level: 1 }).first().waitFor();

  expect(await page.getByRole("link", { name: /createChatCompletion|chat completion/i }).count()).toBeGreaterThan(0);
  expect(problems).toEqual([]);
});

test("the search finds a page by a word in its text", async () => {
  await open("/");

  await page.getByRole("button", { name: "Search" }).first().click();
  await page.getByRole("searchbox").fill("StreamIncompleteError");
  await page.locator(".results a").first().waitFor();

  expect(await page.locator(".results a").allInnerTexts()).toContainEqual(expect.stringMatching(/Streaming|Errors/));
  expect(problems).toEqual([]);
});

test("a page of code and tables has sufficient contrast, light and dark", async () => {
  await page.emulateMedia({ colorScheme: "light" });
  await open("/sdk/errors");
  await page.evaluate(axe.source);
  const light = { isDark: await isDark(), violations: await violationsOf(["wcag2a", "wcag2aa"]) };
  await page.emulateMedia({ colorScheme: "dark" });
  await page.locator("html.dark").waitFor();
  // Only the colours are other ones.
  const dark = { isDark: await isDark(), violations: await violationsOf(["color-contrast", "link-in-text-block"]) };

  expect(light).toEqual({ isDark: false, violations: [] });
  expect(dark).toEqual({ isDark: true, violations: [] });
});

const isDark = () => page.evaluate(() => document.documentElement.classList.contains("dark"));

/** Returns what axe finds in the text. The theme's colours of code are its own; ours are text, links and tables. */
async function violationsOf(runOnly: string[]): Promise<string[]> {
  const { violations } = await page.evaluate(
    (rules) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(document.querySelector(".vp-doc") ?? document, {
        runOnly: rules,
        resultTypes: ["violations"],
      }),
    runOnly,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.filter(({ html }) => !/^<span style=/.test(html)).map(({ html }) => `${id}: ${html}`),
  );
}

test("a table of three columns scrolls on a phone", async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open("/overview");
  const widths = await page
    .locator("table tr:has(> :nth-child(3)) > td")
    .evaluateAll((cells) => cells.map(({ clientWidth }) => clientWidth));

  expect(widths.length).toBeGreaterThan(0);
  expect(Math.min(...widths)).toBeGreaterThan(130);
});

test.each(["/", "/sdk/other-clients", "/packages/mock", "/figures"])("%s fits a screen of 390 px", async (path) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(path);

  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
