import { defineConfig, mergeConfig } from "vitest/config";
import { testConfig } from "../../vitest.shared.ts";

// Third-party packages patch globals as they load.
export default defineConfig(({ mode }) => mergeConfig(testConfig(mode), { test: { isolate: true } }));
