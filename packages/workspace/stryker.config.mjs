// `pnpm --filter @model-access/workspace mutate --mutate 'packages/sdk/src/stream/*.ts'`, after `pnpm build`: mutates these
// files of one package, in a copy, and prints each mutation that no test noticed. A name may end with lines, as in
// `call.ts:20-60`. Tests that load `dist` see the built code.
import { fileURLToPath } from "node:url";

const [folder = "packages/sdk"] = /(?<=--mutate[ =])\w+\/[\w-]+/.exec(process.argv.join(" ")) ?? [];

export default {
  packageManager: "pnpm",
  plugins: [fileURLToPath(import.meta.resolve("@stryker-mutator/vitest-runner"))],
  testRunner: "vitest",
  vitest: { configFile: `${folder}/vitest.config.ts`, dir: folder },
  mutate: [`${folder}/src/**/*.ts`],
  // The copy has the package and shared test code; dependencies are linked.
  ignorePatterns: [
    "**",
    `!${folder}/**`,
    "!vitest.shared.ts",
    "!scripts/**",
    "!package.json",
    "!tsconfig.base.json",
    "node_modules",
    "reports",
  ],
  timeoutMS: 20_000,
  dryRunTimeoutMinutes: 20,
  tempDirName: "packages/workspace/reports/mutants",
  reporters: ["clear-text", "progress-append-only", "json"],
  jsonReporter: { fileName: "packages/workspace/reports/mutants.json" },
};
