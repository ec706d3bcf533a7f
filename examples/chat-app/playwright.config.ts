import { defineConfig } from "@playwright/test";
import { chromiumOptions } from "../../scripts/chromium.mjs";

// All workers use the one mock of the setup; each test has its own session.
export default defineConfig({
  testDir: "test-browser",
  globalSetup: "@model-access/mock/setup",
  workers: 2,
  fullyParallel: true,
  timeout: 300_000,
  // A few failures are enough to see that the whole page is broken.
  maxFailures: 6,
  expect: { timeout: 120_000 },
  outputDir: "reports/playwright",
  retries: process.env.CI ? 1 : 0,
  reporter: [["list"], ["./test-browser/count-tests.ts"]],
  use: { launchOptions: chromiumOptions() },
});
