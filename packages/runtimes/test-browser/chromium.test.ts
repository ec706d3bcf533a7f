import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type MockServer, startMock } from "@model-access/mock";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chromiumOptions } from "../../../scripts/chromium.mjs";
import { bundleBehaviour } from "../test-packages/bundle.ts";

const folder = mkdtempSync(join(tmpdir(), "model-access-browser-"));

let mock: MockServer;
let browser: Browser;

beforeAll(async () => {
  mock = await startMock({ latency: "instant" });
  browser = await chromium.launch(chromiumOptions());
});

afterAll(async () => {
  await browser?.close();
  await mock?.close();
  rmSync(folder, { recursive: true, force: true });
});

test("the SDK behaves the same in Chromium as on Node", async () => {
  const script = await bundleBehaviour(join(folder, "page.js"), {
    baseURL: mock.baseURL,
    lastLine: "globalThis.outcome = behave(sdk, BASE_URL);",
    format: "iife",
  });
  const { behave } = await import("../test-packages/sdk/behaviour.ts");
  const expected = await behave(await import("@model-access/sdk"), mock.baseURL);
  const page = await browser.newPage();

  const outcome = await page.evaluate(`${readFileSync(script, "utf8")}; globalThis.outcome`);

  expect(outcome).toEqual(expected);
});
