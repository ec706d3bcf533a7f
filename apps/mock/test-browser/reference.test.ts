import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "./browser.ts";
import { errors, kinds, openFile, openPageForEachTest, page, requested } from "./reference-pages.ts";
import { findViolations, ofColours } from "./violations.ts";

const phone = { width: 390, height: 844 };

// So that axe can be put into the pages.
openPageForEachTest({ bypassCSP: true });

let plain: Page;
beforeAll(async () => {
  plain = await (await launchBrowser()).newPage({ offline: true, javaScriptEnabled: false });
});
afterAll(() => plain?.close());

test.for(kinds)("%s opens without network, shows what it has without a script, and fits a phone", async (path) => {
  await openFile(path);
  await page.getByLabel("Search the reference").focus();
  await page.waitForFunction(() => "referenceEntries" in globalThis);
  await page.setViewportSize(phone);
  const { overflow, narrow, squeezed, widths } = await page.evaluate(() => ({
    overflow: document.documentElement.scrollWidth - innerWidth,
    narrow: [...document.querySelectorAll("th, td")]
      .filter((cell) => cell.scrollWidth > cell.clientWidth)
      .map((cell) => cell.textContent),
    squeezed: [...document.querySelectorAll(".columns > *")].filter(({ clientWidth }) => clientWidth < 350).length,
    widths: [...document.querySelectorAll("table:has(th:nth-child(3)) td")].map(({ clientWidth }) => clientWidth),
  }));
  await openFile(path, plain);

  expect([requested, errors, narrow]).toEqual([[], [], []]);
  expect(overflow).toBeLessThanOrEqual(0);
  expect(squeezed).toBe(0);
  // Each cell of a wide table has a line to itself; those of the matrix are short.
  if (path !== "requirements.html") expect(Math.min(...widths, 400)).toBeGreaterThan(300);
  expect(await plain.locator("h1").isVisible()).toBe(true);
  expect(await plain.locator("main").textContent()).not.toContain("404 page");
  expect(await plain.locator("main").textContent()).toMatch(/(\w+\W+){40}/);
});

const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

// The dark page has the same elements in the same places; only its colours are other ones.
test.for(kinds)("%s has nothing that axe objects to, light or dark", async (path) => {
  await openFile(path);
  await page.emulateMedia({ colorScheme: "light" });
  const light = { background: await background(), violations: await findViolations(page) };
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = { background: await background(), violations: await findViolations(page, { rules: ofColours }) };

  expect([light.violations, dark.violations]).toEqual([[], []]);
  expect(dark.background).not.toBe(light.background);
});

test("axe objects to nothing with the menu of a phone or a search open, and Escape closes the menu", async () => {
  await openFile("operations/createVideo.html");
  // The content is that of the pages above.
  const violations = () => findViolations(page, { outside: "main" });
  for (const typed of ["drop_down", "quetzalcoatl"]) {
    await page.getByLabel("Search the reference").fill(typed);
    await page.getByRole("option").first().waitFor();
    expect(await violations()).toEqual([]);
  }
  await page.getByLabel("Search the reference").fill("");
  await page.setViewportSize(phone);
  const button = page.getByRole("button", { name: "Menu" });
  await button.click();

  expect(await page.getByRole("link", { name: "Setting controls" }).isVisible()).toBe(true);
  expect(await violations()).toEqual([]);
  await page.keyboard.press("Escape");
  expect(await button.getAttribute("aria-expanded")).toBe("false");
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
});

test("searching drop_down by keyboard alone leads to the page of that control", async () => {
  await openFile("index.html");
  await page.keyboard.press("/");
  await page.keyboard.type("drop_down");
  const first = page.getByRole("option").first();
  await first.waitFor();

  expect(await page.getByLabel("Search the reference").getAttribute("aria-activedescendant")).toBe(
    await first.getAttribute("id"),
  );
  expect(await first.getAttribute("aria-selected")).toBe("true");
  await page.keyboard.press("Enter");
  await page.waitForURL(/DropDownControl\.html$/);
  expect(await page.locator("h1").textContent()).toBe("DropDownControl");
});

test("the first stop of the keyboard skips to the content, and the samples are chosen by arrow keys", async () => {
  await openFile("operations/createResponse.html");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("main");

  await page.getByRole("tab").first().focus();
  await page.keyboard.press("ArrowRight");
  const focused = page.getByRole("tab", { name: "curl, streamed" });
  expect(await focused.getAttribute("aria-selected")).toBe("true");
  expect(await focused.evaluate((element) => element === document.activeElement)).toBe(true);
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
