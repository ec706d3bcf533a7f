import { defineConfig, mergeConfig } from "vitest/config";
import { testConfig } from "../../vitest.shared.ts";

// Other runtimes and frameworks run in the workers, and some of them prevent exit.
export default defineConfig(({ mode }) =>
  mergeConfig(testConfig(mode), {
    test: { isolate: true, ...(mode === "test-packages" && { globalSetup: "test-packages/registry.ts" }) },
  }),
);
