import { defineConfig, mergeConfig } from "vitest/config";
import { testConfig } from "../../vitest.shared.ts";

export default defineConfig(({ mode }) =>
  mergeConfig(testConfig(mode), { test: { globalSetup: "test/temporary-folder.ts" } }),
);
