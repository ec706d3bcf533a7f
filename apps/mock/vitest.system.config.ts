import { defineConfig } from "vitest/config";
import { sharedTestConfig } from "../../vitest.shared.ts";

export default defineConfig({
  test: {
    ...sharedTestConfig.test,
    include: ["test-system/**/*.test.ts"],
    outputFile: { json: "reports/test-system.json" },
  },
});
