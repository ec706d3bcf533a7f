import { fileURLToPath } from "node:url";
import { defineConfig } from "@playwright/test";

// What the mock's tests run with Playwright's own runner; see ../playwright.test.ts.
export default defineConfig({
  testDir: ".",
  testMatch: "*.playwright.ts",
  outputDir: process.env.PLAYWRIGHT_OUTPUT ?? "../../reports/playwright",
  ...(!process.env.WITHOUT_SETUP && { globalSetup: fileURLToPath(import.meta.resolve("@model-access/mock/setup")) }),
  ...(process.env.CHROMIUM_PATH && {
    use: { launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: ["--no-sandbox"] } },
  }),
  timeout: 0,
  workers: 2,
  fullyParallel: true,
  // What is installed is not transpiled, and here the mock is linked.
  build: { external: ["**/dist/**"] },
});
