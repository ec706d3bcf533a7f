import { defineConfig, mergeConfig } from "vitest/config";
import { sharedTestConfig } from "../../vitest.shared.ts";

// Other runtimes and frameworks run in the workers, and some keep them from ending.
export default defineConfig(
  mergeConfig(sharedTestConfig, { test: { globalSetup: "test/registry.ts", isolate: true } }),
);
