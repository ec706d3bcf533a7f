import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { testConfig } from "../../vitest.shared.ts";

// The tests of the mock once more, where three stores on one Redis take each request in turn, in the place of its memory.
export default defineConfig({
  resolve: {
    alias: [
      {
        find: /^\.\/store\/store\.js$/,
        replacement: fileURLToPath(new URL("test-system/three-stores.ts", import.meta.url)),
      },
    ],
  },
  test: {
    ...testConfig("test-three").test,
    include: [
      "test/**/{account,admin,chance,fault,files,journal,rate,recordings,refusals,responses,session,verdicts,videos,world}*.test.ts",
    ],
    globalSetup: "test-system/start-redis.ts",
  },
});
