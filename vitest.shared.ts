import type { ViteUserConfig } from "vitest/config";

/**
 * What every package's tests have in common: counts for the root's closing line, and no test that hangs. The limits are
 * far above what a test takes on a busy machine, so that only a test that never ends meets them.
 */
export const sharedTestConfig = {
  test: {
    include: ["test/**/*.test.ts"],
    reporters: ["default", "json"],
    outputFile: { json: "reports/test.json" },
    testTimeout: 180_000,
    hookTimeout: 300_000,
  },
} satisfies ViteUserConfig;
