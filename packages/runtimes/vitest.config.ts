import { defineConfig, mergeConfig } from "vitest/config";
import { testConfig } from "../../vitest.shared.ts";

// Other runtimes and frameworks run in the workers, and some keep them from ending.
export default defineConfig(({ mode }) =>
  mergeConfig(testConfig(mode), {
    test: { isolate: true, ...(mode === "test-packages" && { globalSetup: "test-packages/registry.ts" }) },
  }),
);
