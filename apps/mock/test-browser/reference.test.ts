import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { browser, errors, kinds, openFile, openPageForEachTest, page, requested } from "./reference-pages.ts";

openPageForEachTest();

test.each(kinds)("%s opens without network and without an error", async (path) => {
  await openFile(path);
  await page.locator("h1").waitFor();
  await page.getByLabel("Search the reference").focus();
  await page.waitForFunction(() => "referenceEntries" in globalThis);

  expect(requested).toEqual([]);
  expect(errors).toEqual([]);
});

let plain: Page;
beforeAll(async () => {
  plain = await browser.newPage({ offline: true, javaScriptEnabled: false });
});

test.each(kinds)("%s shows what it has without a script", async (path) => {
  await openFile(path, plain);

  expect(await plain.locator("h1").isVisible()).toBe(true);
  expect(await plain.locator("main").textContent()).not.toContain("404 page");
  expect(await plain.locator("main").textContent()).toMatch(/(\w+\W+){40}/);
});

test("a deep link shows what it names, out of what was closed", async () => {
  await openFile("operations/createChatCompletion.html#response-429");
  const response = page.locator("#response-429");

  expect(await response.getByText("wait as long as").first().isVisible()).toBe(true);
  // The browser scrolls to the anchor in a frame of its own, which may come after the page has loaded.
  await page.waitForFunction(() => scrollY > 0);
});

test("a sample of each client is on the menu, and is what is seen when it is chosen", async () => {
  await openFile("operations/createChatCompletion.html");
  const samples = page.locator(".samples");
  const seen: Record<string, string> = {
    curl: 'curl "$MODEL_ACCESS_BASE_URL/v1/chat/completions"',
    "curl, streamed": "--no-buffer",
    SDK: 'from "@model-access/sdk"',
    "SDK, streamed": "for await (const chunk of stream)",
    openai: 'from "openai"',
    ai: "generateText",
    Python: "from urllib.request import",
  };

  expect(await samples.getByRole("tab").allInnerTexts()).toEqual(Object.keys(seen));
  for (const [label, text] of Object.entries(seen)) {
    await samples.getByRole("tab", { name: label, exact: true }).click();
    expect(await samples.getByText(text).first().isVisible(), label).toBe(true);
    expect(await samples.locator("pre:visible").count()).toBe(1);
  }
});

test("the client that was chosen stays chosen on other pages", async () => {
  await openFile("operations/createMessage.html");
  await page.getByRole("tab", { name: "@anthropic-ai/sdk" }).click();
  expect(await page.getByText('from "@anthropic-ai/sdk"').isVisible()).toBe(true);
  await page.getByRole("tab", { name: "Python" }).click();
  await page.goto(page.url().replace("createMessage", "listModels"));

  expect(await page.getByRole("tab", { name: "Python" }).getAttribute("aria-selected")).toBe("true");
});

test("the copy button stands above the code and copies it", async () => {
  await openFile("operations/listModels.html");
  const button = page.locator(".samples figure:visible .copy");
  const code = page.locator(".samples figure:visible pre");
  const [above, below] = [await button.boundingBox(), await code.boundingBox()];

  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  await page.evaluate(() => {
    Object.defineProperty(navigator, "clipboard", {
      value: { writeText: async (text: string) => Object.assign(globalThis, { copied: text }) },
    });
  });
  await button.click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  expect(await page.evaluate(() => (globalThis as unknown as { copied: string }).copied)).toContain("/v1/models");
});

test("a badge says what it means when it has the focus", async () => {
  await openFile("schemas/DropDownControl.html");
  const badge = page.locator(".badge.observed").first();
  expect(await badge.locator(".tip").isVisible()).toBe(false);
  await badge.focus();

  expect(await badge.locator(".tip").isVisible()).toBe(true);
});

test("an example of setting controls hides and shows as its conditions say, and tells the parameters", async () => {
  await openFile("controls.html");
  const form = page.locator("form.controls");
  expect(await form.getByLabel("Wetness").isVisible()).toBe(false);
  await form.getByLabel("Style").selectOption("watercolour");

  expect(await form.getByLabel("Wetness").isVisible()).toBe(true);
  expect(JSON.parse((await form.locator(".parameters output").textContent()) ?? "")).toMatchObject({
    style: "watercolour",
    wetness: 0.5,
  });
});
