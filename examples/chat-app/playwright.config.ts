import { defineConfig } from "@playwright/test";
import { chromiumOptions } from "../../scripts/chromium.mjs";

// Every worker uses the one mock that the setup starts; each test has a session of its own in it.
export default defineConfig({
  testDir: "test-browser",
  globalSetup: "@model-access/mock/setup",
  workers: 2,
  fullyParallel: true,
  timeout: 300_000,
  // A page that is broken as a whole is told by the first few.
  maxFailures: 6,
  expect: { timeout: 120_000 },
  outputDir: "reports/playwright",
  retries: process.env.CI ? 1 : 0,
  reporter: [["list"], ["./test-browser/count-tests.ts"]],
  use: { launchOptions: chromiumOptions() },
});
