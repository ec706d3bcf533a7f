import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chromiumOptions } from "../../../scripts/chromium.mjs";

const reference = pathToFileURL(
  createRequire(import.meta.url).resolve("@model-access/contract/bundles/docs/index.html"),
).href;

let browser: Browser;
let page: Page;
const requested: string[] = [];
const errors: string[] = [];

beforeAll(async () => {
  browser = await chromium.launch(chromiumOptions());
  page = await browser.newPage();
  page.on("request", (request) => requested.push(request.url()));
  page.on("pageerror", (error) => errors.push(error.message));
  await page.goto(reference);
  await page.getByRole("heading", { name: "Model Access API" }).first().waitFor();
});

afterAll(() => browser?.close());

test("the reference opens without network and without a script error", () => {
  expect(
    requested.filter((url) => !url.startsWith("file:") && !url.startsWith("data:") && !url.startsWith("blob:")),
  ).toEqual([]);
  expect(errors).toEqual([]);
});

test("the reference shows the requirement matrix with links to where each row is said", async () => {
  const matrix = page.locator("table", { hasText: "R9.4" });

  expect(await matrix.locator("tr").count()).toBe(76);
  expect(await matrix.getByRole("link", { name: "createMessage" }).count()).toBeGreaterThan(0);
});

test("an operation shows its provenance as badges and code samples for curl and the SDK", async () => {
  await page.goto(`${reference}#operation/createChatCompletion`);
  await page.getByRole("heading", { name: "Create a chat completion" }).first().waitFor();

  expect(await page.locator(".provenance.stated").count()).toBeGreaterThan(0);
  expect(await page.getByText('curl "$MODEL_ACCESS_BASE_URL/v1/chat/completions"').count()).toBeGreaterThan(0);
});
