import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { kinds, launch, openFile } from "./reference-pages.ts";

const script = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const phone = { viewport: { width: 390, height: 844 } };
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));
afterAll(() => browser?.close());

/** Returns the findings of axe, contrast included, as sentences. */
async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(script);
  const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run());
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

test.each(kinds.flatMap((path) => [[path, "light"] as const, [path, "dark"] as const]))(
  "%s has nothing that axe objects to, %s",
  async (path, colorScheme) => {
    const { page } = await openFile(browser, path, { colorScheme, bypassCSP: true });

    expect(await violationsOf(page)).toEqual([]);
  },
);

test.each(kinds)("%s fits a phone: nothing is wider than the window, and no column than its words", async (path) => {
  const { page } = await openFile(browser, path, phone);
  const { overflow, narrow, squeezed } = await page.evaluate(() => ({
    overflow: document.documentElement.scrollWidth - innerWidth,
    narrow: [...document.querySelectorAll("th, td")]
      .filter((cell) => cell.scrollWidth > cell.clientWidth)
      .map((cell) => cell.textContent),
    squeezed: [...document.querySelectorAll(".columns > *")].filter(({ clientWidth }) => clientWidth < 350).length,
  }));

  expect(overflow).toBeLessThanOrEqual(0);
  expect(narrow).toEqual([]);
  expect(squeezed).toBe(0);
});

test.each(["index.html", "streams/index.html"])(
  "%s gives each cell of a wide table a line's width on a phone",
  async (path) => {
    const { page } = await openFile(browser, path, phone);
    const widths = await page
      .locator("table:has(th:nth-child(3)) td")
      .evaluateAll((cells) => cells.map(({ clientWidth }) => clientWidth));

    expect(widths.length).toBeGreaterThan(0);
    expect(Math.min(...widths)).toBeGreaterThan(300);
  },
);

test("axe objects to nothing on a phone with the menu open", async () => {
  const { page } = await openFile(browser, "operations/createVideo.html", { ...phone, bypassCSP: true });
  await page.getByRole("button", { name: "Menu" }).click();

  expect(await page.getByRole("link", { name: "Setting controls" }).isVisible()).toBe(true);
  expect(await violationsOf(page)).toEqual([]);
});

test.each(["drop_down", "quetzalcoatl"])("axe objects to nothing while %s is searched", async (typed) => {
  const { page } = await openFile(browser, "index.html", { bypassCSP: true });
  await page.getByLabel("Search the reference").fill(typed);
  await page.getByRole("option").first().waitFor();

  expect(await violationsOf(page)).toEqual([]);
});

test("the menu of a phone closes with Escape and gives the focus back", async () => {
  const { page } = await openFile(browser, "index.html", phone);
  const button = page.getByRole("button", { name: "Menu" });
  await button.click();
  await page.keyboard.press("Escape");

  expect(await button.getAttribute("aria-expanded")).toBe("false");
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
});

test("searching drop_down by keyboard alone leads to the page of that control", async () => {
  const { page } = await openFile(browser, "index.html");
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

test("the samples are chosen by arrow keys", async () => {
  const { page } = await openFile(browser, "operations/createResponse.html");
  await page.getByRole("tab").first().focus();
  await page.keyboard.press("ArrowRight");

  const focused = page.getByRole("tab", { name: "curl, streamed" });
  expect(await focused.getAttribute("aria-selected")).toBe("true");
  expect(await focused.evaluate((element) => element === document.activeElement)).toBe(true);
});

test("the first stop of the keyboard skips to the content", async () => {
  const { page } = await openFile(browser, "requirements.html");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");

  expect(await page.evaluate(() => document.activeElement?.id)).toBe("main");
});
