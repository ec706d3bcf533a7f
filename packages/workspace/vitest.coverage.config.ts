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

/** Files that tests run in a process or a browser of its own, out of sight. */
const outOfSight = [
  "apps/mock/src/command*", // command.test.ts and record.test.ts run the built command
  "apps/mock/src/command/**",
  "packages/contract/src/exchange-schema.ts", // the build makes the validator that exchange-lines.test.ts runs
  "packages/contract-tests/src/command.ts", // command.test.ts runs the built command
  "packages/contract-tests/src/models/**", // and reads a plan's worst price and its model list
  "packages/contract-tests/src/report/{list,plan}.ts",
  "packages/contract-tests/src/vitest.ts", // vitest.test.ts runs it in a vitest of its own
  "packages/sdk/src/sync/**", // sync.test.ts runs it in a worker of the built package
];

/** The code of the packages by their own tests; a file that they hardly reach is an error. */
export default defineConfig({
  test: {
    ...testConfig("test").test,
    root,
    reporters: ["dot"],
    projects: packages.map((folder) => ({ extends: true, test: { name: folder, root: `${root}${folder}` } })),
    coverage: {
      enabled: true,
      provider: "v8",
      reportOnFailure: true,
      include: packages.map((folder) => `${folder}/src/**/*.ts`),
      exclude: ["**/src/generated/**", ...outOfSight],
      thresholds: { perFile: true, lines: 80 },
      reportsDirectory: fileURLToPath(new URL("reports/coverage", import.meta.url)),
      reporter: ["text-summary", "json-summary"],
    },
  },
});
