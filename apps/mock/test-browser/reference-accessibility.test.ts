import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import { expect, test } from "vitest";
import { kinds, openFile, openPageForEachTest, page } from "./reference-pages.ts";

const script = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const phone = { width: 390, height: 844 };

openPageForEachTest({ bypassCSP: true });

/** The rules of axe that look at colours. */
const ofColours: axe.RunOptions = { runOnly: ["color-contrast", "link-in-text-block"] };

/** Returns the findings of axe as sentences. */
async function violationsOf(options: axe.RunOptions = {}): Promise<string[]> {
  await page.evaluate(script);
  const { violations } = await page.evaluate((given) => (globalThis as unknown as { axe: typeof axe }).axe.run(given), {
    ...options,
    resultTypes: ["violations" as const],
  });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

// The dark page has the same elements in the same places; only its colours are other ones.
test.each(kinds)("%s has nothing that axe objects to, light or dark", async (path) => {
  await openFile(path);
  await page.emulateMedia({ colorScheme: "light" });
  const light = { background: await background(), violations: await violationsOf() };
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = { background: await background(), violations: await violationsOf(ofColours) };

  expect(light.violations).toEqual([]);
  expect(dark.violations).toEqual([]);
  expect(dark.background).not.toBe(light.background);
});

const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

test.each(kinds)("%s fits a phone: nothing is wider than the window, and no column than its words", async (path) => {
  await page.setViewportSize(phone);
  await openFile(path);
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
    await page.setViewportSize(phone);
    await openFile(path);
    const widths = await page
      .locator("table:has(th:nth-child(3)) td")
      .evaluateAll((cells) => cells.map(({ clientWidth }) => clientWidth));

    expect(widths.length).toBeGreaterThan(0);
    expect(Math.min(...widths)).toBeGreaterThan(300);
  },
);

test("axe objects to nothing on a phone with the menu open", async () => {
  await page.setViewportSize(phone);
  await openFile("operations/createVideo.html");
  await page.getByRole("button", { name: "Menu" }).click();

  expect(await page.getByRole("link", { name: "Setting controls" }).isVisible()).toBe(true);
  expect(await violationsOf()).toEqual([]);
});

test.each(["drop_down", "quetzalcoatl"])("axe objects to nothing while %s is searched", async (typed) => {
  await openFile("index.html");
  await page.getByLabel("Search the reference").fill(typed);
  await page.getByRole("option").first().waitFor();

  expect(await violationsOf()).toEqual([]);
});

test("the menu of a phone closes with Escape and gives the focus back", async () => {
  await page.setViewportSize(phone);
  await openFile("index.html");
  const button = page.getByRole("button", { name: "Menu" });
  await button.click();
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

test("the samples are chosen by arrow keys", async () => {
  await openFile("operations/createResponse.html");
  await page.getByRole("tab").first().focus();
  await page.keyboard.press("ArrowRight");

  const focused = page.getByRole("tab", { name: "curl, streamed" });
  expect(await focused.getAttribute("aria-selected")).toBe("true");
  expect(await focused.evaluate((element) => element === document.activeElement)).toBe(true);
});

test("the first stop of the keyboard skips to the content", async () => {
  await openFile("requirements.html");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");

  expect(await page.evaluate(() => document.activeElement?.id)).toBe("main");
});
