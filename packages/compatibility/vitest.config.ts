import { defineConfig, mergeConfig } from "vitest/config";
import { sharedTestConfig } from "../../vitest.shared.ts";

// Other people's packages patch globals as they load.
export default defineConfig(mergeConfig(sharedTestConfig, { test: { isolate: true } }));
