// Writes the counts of a test run to `reports/<kind>.json`; `scripts/test.mjs` sums those of all projects.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Reporter } from "vitest/node";

/** Counts of a run. Tests are named by file and title: `packages/sdk/test/retries.test.ts: waits as long as it says`. */
export interface TestCounts {
  passed: number;
  skipped: number;
  /** Tests that failed, files that could not be loaded, and errors outside the tests. */
  failures: string[];
  /** Tests that passed only the second time. */
  flaky: string[];
}

const root = fileURLToPath(new URL("..", import.meta.url));

/** Returns the path of a file from the root of the repository. */
export const pathOf = (file: string) => relative(root, file).replaceAll("\\", "/");

/** Writes the counts of a run. */
export function writeCounts(file: string, counts: TestCounts): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(counts, null, 2)}\n`);
}

/** Returns a reporter of Vitest that writes the counts into a file. */
export function countTests(file: string): Reporter {
  return {
    onTestRunEnd(modules, unhandled) {
      const counts: TestCounts = { passed: 0, skipped: 0, failures: [], flaky: [] };
      for (const module of modules) {
        const path = pathOf(module.moduleId);
        for (const { message } of module.errors()) counts.failures.push(`${path}: ${firstLine(message)}`);
        for (const test of module.children.allTests()) {
          const { state } = test.result();
          if (state === "passed") counts.passed += 1;
          else if (state === "skipped") counts.skipped += 1;
          else counts.failures.push(`${path}: ${test.fullName}`);
          if (test.diagnostic()?.flaky) counts.flaky.push(`${path}: ${test.fullName}`);
        }
      }
      for (const { message } of unhandled) counts.failures.push(`${pathOf(process.cwd())}: ${firstLine(message)}`);
      writeCounts(file, counts);
    },
  };
}

/** Returns the first line of an error's message. */
export const firstLine = (message: string) => message.trim().split("\n")[0];
