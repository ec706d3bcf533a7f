import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { ask, exchange, focused, mock, mockAdmin, openConsoleForEachTest, opener, page } from "./console-page.ts";
import { findViolations, ofColours } from "./violations.ts";

const reports = fileURLToPath(new URL("../reports/", import.meta.url));
mkdirSync(reports, { recursive: true });

openConsoleForEachTest();

test("everything can be reached and done by keyboard alone, and the focus is kept", async () => {
  await ask("Hello");
  await exchange("x-1").waitFor();

  await tabTo("Skip to the journal");
  await page.keyboard.press("Enter");
  await tabTo("x-1");
  await page.keyboard.press("Enter");
  // The exchange is asked for first, and then shown.
  await page.waitForFunction(() => document.activeElement?.textContent?.trim() === "x-1 createChatCompletion");
  await tabTo("Close");
  await page.keyboard.press("Enter");
  const afterClose = await focused();
  await tabTo("Revoke full");
  await page.keyboard.press("Enter");
  await page.getByText("full is revoked").waitFor();
  const afterRevoke = await focused();

  expect(afterClose).toBe("x-1");
  expect(afterRevoke).toBe("Restore full");
  expect(await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle)).toBe(
    "solid",
  );
});

test("every control has a name, headings and landmarks are there, and new exchanges are told in one sentence", async () => {
  await mockAdmin("POST", "/faults", { fault: "status-503" });
  await ask("Hello", { stream: true });
  await page.getByRole("button", { name: "x-1" }).click();
  for (const summary of await page.locator("summary").all()) await summary.click();

  const tree = await page.locator("body").ariaSnapshot();
  const roles = "button|link|textbox|combobox|spinbutton|checkbox|searchbox|region|navigation";
  const nameless = tree.split("\n").filter((line) => new RegExp(`^\\s*- (${roles})(?! ")`).test(line));

  const named = tree
    .split("\n")
    .flatMap((line) => /^\s*- ((?:region|form|search|navigation) ".*?")/.exec(line)?.[1] ?? []);

  expect(nameless).toEqual([]);
  expect(named.filter((name, index) => named.indexOf(name) !== index)).toEqual([]);
  for (const role of ["banner", "main", "navigation", "search"] as const) {
    expect(await page.getByRole(role).count(), role).toBe(1);
  }
  expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
  expect(await page.getByRole("heading", { level: 2 }).allTextContents()).toEqual([
    "Journal",
    "Replies",
    "Connect",
    "Clock",
    "Latency",
    "Keys",
    "Faults",
    "Models and bots",
    "Sessions",
  ]);
  await page.clock.fastForward(5000);
  await page.getByText("1 new exchange, 1 without a good answer").waitFor({ state: "attached" });
});

test("traffic that goes on is told seldom", async () => {
  const liveRegion = page.locator("#live-region");
  await ask("One");
  await exchange("x-1").waitFor();
  await expect.poll(() => announcedAfter(1000), { timeout: 60_000 }).toBe("1 new exchange");

  await ask("Two");
  await exchange("x-2").waitFor();
  await page.clock.fastForward(10_000);
  await ask("Three");
  await exchange("x-3").waitFor();
  const meanwhile = await liveRegion.textContent();

  expect(meanwhile).toBe("1 new exchange");
  await expect.poll(() => announcedAfter(30_000), { timeout: 60_000 }).toBe("2 new exchanges");
});

/** Returns the text of the live region once the page's clock has moved. */
async function announcedAfter(ms: number): Promise<string | null> {
  await page.clock.fastForward(ms);
  return page.locator("#live-region").textContent();
}

test("on a narrow screen, at 200 % zoom and on a wide screen nothing goes over the edge", async () => {
  const long = "long".repeat(100);
  await ask("Hello", { model: `GPT-5.2-${long}`, stream: true });
  await fetch(`${mock.baseURL}/${long}`, { headers: { "x-mock-session": "default" } });
  await page.getByRole("button", { name: "x-2" }).click();

  for (const width of [360, 640, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const { right = 0 } = await exchange("x-1")
      .locator(".badge")
      .evaluate((status) => status.getBoundingClientRect().toJSON() as DOMRect);

    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(right).toBeLessThan(width);
  }
});

test("axe finds nothing wrong with everything open, wide or narrow, light or dark", async () => {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await mockAdmin("POST", "/faults", { fault: "stall;at=3", times: 3 });
  await mockAdmin("POST", "/replies", { model: "GPT-5.2", reply: { text: "Yes." } });
  await fetch(`${mock.baseURL}/v1/models`, { headers: { "x-mock-session": "other" } });
  await ask("Hello", { key: "sk-mock-revoked" });
  await ask("Hello");
  await page.clock.fastForward(2000);
  await opener("x-2").click();
  for (const summary of await page.locator("summary").all()) await summary.click();

  const found: string[] = [];
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    found.push(...(await findViolations(page)));
  }
  await page.setViewportSize({ width: 1280, height: 844 });
  await page.screenshot({ path: join(reports, "console-light.png"), fullPage: true });
  await page.emulateMedia({ colorScheme: "dark" });
  // Only the colours are other ones.
  found.push(...(await findViolations(page, { rules: ofColours })));
  await page.screenshot({ path: join(reports, "console-dark.png"), fullPage: true });

  expect(found).toEqual([]);
});

test("at 390 px status and remarks of an exchange are seen first, and nothing has to be scrolled sideways", async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (let times = 0; times < 4; times += 1) {
    await fetch(`${mock.baseURL}/v1/balance`, { headers: { authorization: "Bearer sk-mock-tiny" } });
  }
  const again = await fetch(`${mock.baseURL}/v1/balance`, { headers: { authorization: "Bearer sk-mock-tiny" } });
  const row = exchange("x-5");
  const remark = row.getByText(/Retried after/);
  const place = (locator: typeof remark) =>
    locator.evaluate((shown) => shown.getBoundingClientRect().toJSON() as DOMRect);

  const [remarkAt, statusAt, whatAt] = await Promise.all([
    place(remark),
    place(row.getByText("429", { exact: true })),
    place(row.getByText("getBalance")),
  ]);
  const table = page.getByRole("region", { name: "Exchanges" });

  expect(again.status).toBe(429);
  expect(remarkAt.right).toBeLessThanOrEqual(390);
  expect(statusAt.right).toBeLessThan(remarkAt.left);
  expect(remarkAt.top).toBeLessThan(whatAt.top);
  expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

/** Presses Tab until what has the focus has this text. */
async function tabTo(text: string): Promise<void> {
  for (let presses = 0; presses < 100; presses += 1) {
    await page.keyboard.press("Tab");
    if ((await focused()) === text) return;
  }
  throw new Error(`Tab does not come to ${text}.`);
}
