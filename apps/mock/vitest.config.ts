import { defineConfig, mergeConfig } from "vitest/config";
import { sharedTestConfig } from "../../vitest.shared.ts";

export default defineConfig(mergeConfig(sharedTestConfig, { test: { globalSetup: "test/temporary-folder.ts" } }));
