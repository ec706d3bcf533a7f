import { defineConfig, mergeConfig } from "vitest/config";
import { testConfig } from "../../vitest.shared.ts";

// Other runtimes and frameworks run in the workers, and some of them prevent exit.
export default defineConfig(({ mode }) =>
  mergeConfig(testConfig(mode), {
    test: {
      isolate: true,
      // Two, because these tests are the last of a run, and wait for programs.
      ...(mode === "test-packages" && { globalSetup: "test-packages/registry.ts", maxWorkers: 2 }),
    },
  }),
);
