import { type MockServer, startMock } from "@model-access/mock";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "./browser.ts";

let mock: MockServer;
let page: Page;
const foreign: string[] = [];
const errors: string[] = [];

beforeAll(async () => {
  mock = await startMock({});
  page = await (await launchBrowser()).newPage();
  page.on("request", (request) => {
    if (!request.url().startsWith(mock.baseURL) && !/^(data|blob):/.test(request.url())) foreign.push(request.url());
  });
  page.on("pageerror", (error) => errors.push(error.message));
});
afterAll(async () => {
  await page?.close();
  await mock?.close();
});

const open = (operationId: string) => page.goto(`${mock.baseURL}/docs/operations/${operationId}.html`);

/** Sends what the form has and waits until the reply is complete. */
async function send(): Promise<string | null> {
  await page.getByRole("button", { name: "Send" }).click();
  await page.locator(".outcome", { hasText: "complete" }).waitFor();
  return page.locator(".outcome").textContent();
}

test("the mock leads from /docs to the reference", async () => {
  await page.goto(`${mock.baseURL}/docs`);

  expect(page.url()).toBe(`${mock.baseURL}/docs/`);
  expect(await page.locator("h1").textContent()).toBe("Model Access API");
});

/** One with each kind of request and of answer; the reference's own tests look at the form of every operation. */
const forms = ["createMessage", "listUsageHistory", "remixVideo", "downloadVideoContent", "queryBot"];

test.for(forms)("%s is sent from its page, with the key that is filled in", async (operationId) => {
  await open(operationId);

  expect(await page.getByLabel("API key").inputValue()).toBe("sk-mock-full");
  expect(await send()).toMatch(/^20\d /);
  expect(await page.locator(".reply").isVisible()).toBe(true);
});

test("a stream is shown event by event as it comes", async () => {
  await open("createMessage");
  await page.getByLabel("Example").selectOption("messageStreamingRequest");
  await page.evaluate(() => {
    const counts: number[] = [];
    Object.assign(globalThis, { counts });
    const reply = document.querySelector(".reply") as Node;
    new MutationObserver(() => counts.push(document.querySelectorAll(".events li").length)).observe(reply, {
      childList: true,
      subtree: true,
    });
  });
  await send();
  const counts = await page.evaluate(() => (globalThis as unknown as { counts: number[] }).counts);

  expect(new Set(counts.filter((count) => count > 0)).size).toBeGreaterThan(2);
  expect(await page.locator(".events li").last().textContent()).toContain("message_stop");
});

test("a stream is stopped by its button", async () => {
  await open("createChatCompletion");
  await page.getByLabel("Example").selectOption("chatStreamingRequest");
  await page.getByLabel("API key").fill("sk-mock-full!stall;at=2");
  await page.getByRole("button", { name: "Send" }).click();
  await page.locator(".events li").first().waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.locator(".outcome", { hasText: "stopped" }).waitFor();

  expect(await page.getByRole("button", { name: "Send" }).isEnabled()).toBe(true);
});

test("a form with a file is sent as one", async () => {
  await open("uploadFile");
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("one") });

  expect(await send()).toMatch(/^200 /);
  expect(await page.locator(".reply").textContent()).toContain("a.txt");
});

test("a refusal is shown with its status and body", async () => {
  await open("listModels");
  await page.getByLabel("API key").fill("sk-wrong");
  await page.getByRole("button", { name: "Send" }).click();
  await page.locator(".outcome", { hasText: "401" }).waitFor();
  await page.locator(".reply", { hasText: "invalid_api_key" }).waitFor();

  expect(await page.locator(".outcome").getAttribute("class")).toContain("bad");
});

test("a body that is no JSON is told of and not sent as a form", async () => {
  await open("uploadFile");
  await page.getByRole("textbox", { name: "Body" }).fill("{");
  await page.getByRole("button", { name: "Send" }).click();
  await page.locator(".outcome", { hasText: "not JSON" }).waitFor();

  expect(await page.getByRole("button", { name: "Send" }).isEnabled()).toBe(true);
});

test("nothing of all that asks another host or fails", () => {
  expect(foreign).toEqual([]);
  expect(errors).toEqual([]);
});
