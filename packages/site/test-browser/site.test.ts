import { createReadStream, existsSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import axe from "axe-core";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
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
});

afterEach(() => page?.close());

afterAll(async () => {
  await browser?.close();
  server?.close();
});

async function open(path: string, options: Parameters<Browser["newPage"]>[0] = {}): Promise<string[]> {
  const problems: string[] = [];
  page = await browser.newPage(options);
  page.on("pageerror", ({ message }) => problems.push(message));
  page.on("request", (request) => {
    if (!request.url().startsWith(origin) && !/^(data|blob):/.test(request.url())) problems.push(request.url());
  });
  await page.goto(origin + path);
  await page.locator(".VPDoc h1").first().waitFor();
  return problems;
}

test("the site opens without another host and without a script error, and its menu leads on", async () => {
  const problems = await open("/");

  await page.getByRole("navigation", { name: "Main Navigation" }).getByRole("link", { name: "SDK" }).click();
  await page.waitForURL("**/sdk/");
  await page.getByRole("link", { name: "Streaming" }).first().click();
  await page.getByRole("heading", { level: 1, name: "Streaming" }).waitFor();

  expect(problems).toEqual([]);
});

test("the menu leads to the reference, which opens without another host", async () => {
  const problems = await open("/");

  await page.getByRole("navigation", { name: "Main Navigation" }).getByRole("link", { name: "Reference" }).click();
  await page.waitForURL("**/reference/**");
  await page.getByRole("heading", { level: 1 }).first().waitFor();

  expect(await page.getByRole("link", { name: /createChatCompletion|chat completion/i }).count()).toBeGreaterThan(0);
  expect(problems).toEqual([]);
});

test("the search finds a page by a word of its text", async () => {
  const problems = await open("/");

  await page.getByRole("button", { name: "Search" }).first().click();
  await page.getByRole("searchbox").fill("StreamIncompleteError");
  await page.locator(".results a").first().waitFor();

  expect(await page.locator(".results a").allInnerTexts()).toContainEqual(expect.stringMatching(/Streaming|Errors/));
  expect(problems).toEqual([]);
});

test.each(["light", "dark"] as const)(
  "a page of code and tables has the contrast that is asked for, %s",
  async (colorScheme) => {
    await open("/sdk/errors", { colorScheme });
    await page.evaluate(axe.source);

    const { violations } = await page.evaluate(() =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(document.querySelector(".vp-doc") ?? document, {
        runOnly: ["wcag2a", "wcag2aa"],
      }),
    );

    expect(await page.evaluate(() => document.documentElement.classList.contains("dark"))).toBe(colorScheme === "dark");
    // The theme's colours of code are its own; ours are text, links and tables.
    expect(
      violations.flatMap(({ id, nodes }) =>
        nodes.filter(({ html }) => !/^<span style=/.test(html)).map(({ html }) => `${id}: ${html}`),
      ),
    ).toEqual([]);
  },
);

test("a table of three columns scrolls on a phone in place of squeezing its words", async () => {
  await open("/overview", { viewport: { width: 390, height: 844 } });
  const widths = await page
    .locator("table tr:has(> :nth-child(3)) > td")
    .evaluateAll((cells) => cells.map(({ clientWidth }) => clientWidth));

  expect(widths.length).toBeGreaterThan(0);
  expect(Math.min(...widths)).toBeGreaterThan(130);
});

test.each(["/", "/sdk/moving-from-openai", "/packages/mock", "/figures"])(
  "%s fits a screen of 390 px",
  async (path) => {
    await open(path, { viewport: { width: 390, height: 844 } });

    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  },
);
