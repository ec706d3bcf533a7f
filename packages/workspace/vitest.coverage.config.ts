import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { testConfig } from "../../vitest.shared.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The packages whose code people run. */
const packages = [
  "packages/contract",
  "packages/sdk",
  "packages/contract-tests",
  "packages/ai-sdk-provider",
  "apps/mock",
];

/** Each package's code by its own tests. What runs in a process of its own, such as a command, is not seen. */
export default defineConfig({
  test: {
    ...testConfig("test").test,
    root,
    reporters: ["dot"],
    projects: packages.map((folder) => ({ extends: true, test: { name: folder, root: `${root}${folder}` } })),
    coverage: {
      provider: "v8",
      reportOnFailure: true,
      include: packages.map((folder) => `${folder}/src/**/*.ts`),
      exclude: ["**/src/generated/**"],
      reportsDirectory: fileURLToPath(new URL("reports/coverage", import.meta.url)),
      reporter: ["json-summary", "json"],
    },
  },
});
