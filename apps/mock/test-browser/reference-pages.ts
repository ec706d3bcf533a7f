import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { launchBrowser } from "./browser.ts";

/** The folder of the reference's files. */
const files = new URL(
  ".",
  pathToFileURL(createRequire(import.meta.url).resolve("@model-access/reference/site/index.html")),
);

/** The pages that the tests look at: one of each kind, and those that are hard to lay out. */
export const kinds = [
  "index.html",
  "operations/createChatCompletion.html",
  "schemas/DropDownControl.html",
  "streams/messages.html",
  "controls.html",
  "requirements.html",
];

export let page: Page;
/** The addresses that the page requested, apart from files. */
export let requested: string[];
export let errors: string[];

/** Gives the tests of a file one page without network, which each of them finds empty. */
export function openPageForEachTest(options: BrowserContextOptions = {}): void {
  beforeAll(async () => {
    page = await (await launchBrowser()).newPage({ offline: true, ...options });
    page.on("request", (request) => {
      if (!/^(file|data|blob):/.test(request.url())) requested.push(request.url());
    });
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text());
    });
  });

  beforeEach(async () => {
    requested = [];
    errors = [];
    await page.emulateMedia({ colorScheme: null });
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  afterEach(async () => {
    // The client whose samples are shown.
    await page.evaluate(() => location.protocol === "file:" && localStorage.clear());
    await page.goto("about:blank");
  });

  afterAll(() => page?.close());
}

/** Opens a page of the reference from its file. */
export async function openFile(path: string, opened: Page = page): Promise<void> {
  await opened.goto(new URL(path, files).href);
}
