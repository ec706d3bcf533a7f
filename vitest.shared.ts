import { tmpdir } from "node:os";
import { join } from "node:path";
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
    // npm hangs where it can't write into its home.
    env: { npm_config_cache: join(tmpdir(), "model-access-npm-cache") },
    // Files of a package share a worker's modules, which takes half the work of loading them for each; what a file changes
    // around it is put back.
    isolate: false,
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
    expect: { poll: { timeout: 280_000 } },
    testTimeout: 300_000,
    hookTimeout: 600_000,
  },
} satisfies ViteUserConfig;
