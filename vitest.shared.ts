import type { ViteUserConfig } from "vitest/config";

/** What every package's tests have in common: counts for the root's closing line, and no test that hangs. */
export const sharedTestConfig = {
  test: {
    include: ["test/**/*.test.ts"],
    reporters: ["default", "json"],
    outputFile: { json: "reports/test.json" },
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
} satisfies ViteUserConfig;
