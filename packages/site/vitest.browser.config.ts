import { defineConfig } from "vitest/config";
import { sharedTestConfig } from "../../vitest.shared.ts";

export default defineConfig({
  test: {
    ...sharedTestConfig.test,
    include: ["test-browser/**/*.test.ts"],
    outputFile: { json: "reports/test-browser.json" },
  },
});
