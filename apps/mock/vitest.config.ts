import { fileURLToPath } from "node:url";
import { defineConfig, mergeConfig, type ViteUserConfig } from "vitest/config";
import { testConfig } from "../../vitest.shared.ts";

export default defineConfig(({ mode }) => {
  const own = mergeConfig(testConfig(mode), {
    test: {
      name: mode,
      globalSetup: "test/temporary-folder.ts",
      // Two, because a test and its browser wait for each other.
      ...(mode === "test-browser" && { maxWorkers: 2 }),
    },
  });
  if (mode !== "test-system") return own;
  const { reporters } = testConfig(mode).test;
  return { test: { reporters, projects: [own, onThreeStores()] } };
});

/**
 * Returns tests of the mock once more, with three stores on one Redis, which take their turns, in place of its memory:
 * what requests promise holds where each of them is answered by another process. Tests with a clock of their own are left
 * out, as a store has a time of its own.
 */
function onThreeStores(): ViteUserConfig {
  const replacement = fileURLToPath(new URL("test-system/three-stores.ts", import.meta.url));
  const { test } = testConfig("test-system");
  const files = "admin,admin-client,admin-clock,admin-journal,fault-request,files,responses,sessions";
  return {
    resolve: { alias: [{ find: /^\.\/store\/store\.js$/, replacement }] },
    test: {
      ...test,
      name: "three stores",
      include: [`test/{${files}}.test.ts`],
      globalSetup: "test-system/start-redis.ts",
    },
  };
}
