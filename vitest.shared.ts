import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig, type ViteUserConfig } from "vitest/config";
import { countTests } from "./scripts/test-counts.ts";

/** One retry in CI for what crosses a socket or a process. A test that needs it is named as flaky in the closing lines. */
const retry = process.env.CI ? 1 : 0;

/**
 * Returns the configuration that the tests of every package share: counts for the root's closing line, and no test that
 * hangs. The limits are far above what a test takes on a busy machine, so that only a test that never ends meets them.
 * The kind is the folder of the tests and Vitest's mode: `vitest run --mode test-browser` runs `test-browser/`.
 */
export function testConfig(kind: string) {
  return {
    test: {
      include: [`${kind}/**/*.test.ts`],
      reporters: ["default", countTests(`reports/${kind}.json`)],
      retry: kind === "test" ? 0 : retry,
      tags: [
        { name: "socket", description: "Uses a socket or a process: `// @module-tag socket` in the file.", retry },
      ],
      // npm hangs where it can't write into its home.
      env: { NODE_ENV: "test", npm_config_cache: join(tmpdir(), "model-access-npm-cache") },
      // Files of a package share a worker's modules, which takes half the work of loading them for each; what a file changes
      // around it is put back.
      isolate: false,
      server: { deps: { external: [/\/dist\//] } },
      restoreMocks: true,
      unstubGlobals: true,
      unstubEnvs: true,
      expect: { poll: { timeout: 280_000 } },
      testTimeout: 300_000,
      hookTimeout: 600_000,
    },
  } satisfies ViteUserConfig;
}

export default defineConfig(({ mode }) => testConfig(mode));
