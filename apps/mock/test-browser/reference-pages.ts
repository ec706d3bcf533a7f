import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { chromiumOptions } from "../../../scripts/chromium.mjs";

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

export interface Opened {
  page: Page;
  /** The addresses that the page requested, apart from files. */
  requested: string[];
  errors: string[];
}

/** Opens a page of the reference from its file, with the network cut. */
export async function openFile(browser: Browser, path: string, options: BrowserContextOptions = {}): Promise<Opened> {
  const context = await browser.newContext({ offline: true, ...options });
  const page = await context.newPage();
  const requested: string[] = [];
  const errors: string[] = [];
  page.on("request", (request) => {
    if (!/^(file|data|blob):/.test(request.url())) requested.push(request.url());
  });
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  await page.goto(new URL(path, files).href);
  return { page, requested, errors };
}

export const launch = () => chromium.launch(chromiumOptions());
