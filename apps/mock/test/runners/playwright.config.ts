import { defineConfig } from "@playwright/test";

// What the mock's tests run with Playwright's own runner; see ../playwright.test.ts.
export default defineConfig({
  testDir: ".",
  testMatch: "*.playwright.ts",
  outputDir: process.env.PLAYWRIGHT_OUTPUT ?? "../../reports/playwright",
  ...(!process.env.WITHOUT_SETUP && { globalSetup: "@model-access/mock/setup" }),
  workers: 2,
  fullyParallel: true,
});
