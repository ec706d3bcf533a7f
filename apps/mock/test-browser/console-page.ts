import { type MockOptions, type MockServer, startMock } from "@model-access/mock";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { launchBrowser } from "./browser.ts";

export let browser: Browser;
export let mock: MockServer;
export let context: BrowserContext;
export let page: Page;
/** The faults of the page, which should stay empty: errors, violations of its policy among them, and requests to other origins. */
let faults: string[] = [];

/**
 * Gives each test of a file a mock and its console, and looks afterwards that the page did no wrong. One page loads them
 * all: a context of its own would take three times what the console takes.
 */
export function openConsoleForEachTest(): void {
  beforeAll(async () => {
    browser = await launchBrowser();
    context = await browser.newContext();
    page = await context.newPage();
    page.on("console", (message) => {
      if (message.type() !== "log") faults.push(message.text());
    });
    page.on("pageerror", (error) => faults.push(error.message));
    page.on("request", (request) => {
      if (!request.url().startsWith(`${mock.baseURL}/`) && !request.url().startsWith("data:"))
        faults.push(request.url());
    });
    page.on("dialog", (dialog) => void dialog.accept());
  });

  beforeEach(async () => {
    mock = await startMock({ latency: "instant" });
    faults = [];
    await context.clearPermissions();
    await page.emulateMedia({ colorScheme: null, reducedMotion: null });
    await page.setViewportSize({ width: 1280, height: 900 });
    // Once more, so that the clock forgets what the test before has moved it by.
    await page.clock.install();
    await page.goto(`${mock.baseURL}/_mock`);
    await page.getByText("Live", { exact: true }).waitFor();
    await page.getByRole("list").getByText("sk-mock-full", { exact: true }).waitFor();
  });

  afterEach(async () => {
    await page.goto("about:blank");
    await mock.close();
    expect(faults).toEqual([]);
  });

  afterAll(() => context?.close());
}

/** Forgives the page what the browser itself writes into its console about an answer that the test provokes. */
export function forgive(text: string): void {
  faults = faults.filter((fault) => !fault.includes(text));
}

/** Ends the mock, and starts another one at the same address. */
export async function restartMock(options: MockOptions = {}): Promise<void> {
  await mock.close();
  mock = await startMock({ latency: "instant", port: Number(new URL(mock.baseURL).port), ...options });
}

export function ask(
  content: string,
  { key = "sk-mock-full", ...more }: { key?: string; [field: string]: unknown } = {},
  headers: Record<string, string> = {},
) {
  return fetch(`${mock.baseURL}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
    body: JSON.stringify({ model: "GPT-5.2", messages: [{ role: "user", content }], ...more }),
  });
}

export function mockAdmin(method: string, path: string, body?: unknown) {
  return fetch(`${mock.baseURL}/_mock/api/sessions/default${path}`, {
    method,
    headers: { "x-mock-admin": "1" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

export const section = (name: string) => page.getByRole("region", { name, exact: true }).first();
export const choice = (name: string) => page.getByRole("combobox", { name, exact: true });
export const exchange = (id: string) =>
  page.getByRole("row").filter({ has: page.getByRole("button", { name: id, exact: true }) });
/** The button that opens an exchange. */
export const opener = (id: string) => exchange(id).getByRole("button", { name: id, exact: true });
export const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? "");
