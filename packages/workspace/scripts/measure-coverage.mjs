// `pnpm --filter @model-access/workspace coverage`, after `pnpm build`: runs the tests of the packages that people run, and
// names each file of theirs that the tests hardly reach; it fails where nothing is said of why.
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { startVitest } from "vitest/node";
import { root } from "./changesets.mjs";

const project = fileURLToPath(new URL("..", import.meta.url));
const leastLines = 80; // percent of a file's lines

/** What may have fewer, by the beginning of its path, and what tests it in a process that the measuring does not see. */
const chosenGaps = {
  "apps/mock/src/command": "command.test.ts and record.test.ts run the built command",
  "apps/mock/src/console/": "apps/mock/test-browser runs it in Chromium",
  "packages/contract/src/exchange-schema.ts": "the build makes the validator of it that exchange-lines.test.ts runs",
  "packages/contract-tests/src/command.ts": "command.test.ts runs the built command",
  "packages/contract-tests/src/models/": "command.test.ts reads a plan's worst price and its model list",
  "packages/contract-tests/src/report/list.ts": "command.test.ts reads what the command prints",
  "packages/contract-tests/src/report/plan.ts": "command.test.ts reads what the command prints",
  "packages/contract-tests/src/vitest.ts": "vitest.test.ts runs it in a vitest of its own",
  "packages/sdk/src/sync/": "sync.test.ts runs it in a worker of the built package",
};

// It sets the exit code where a test fails.
const vitest = await startVitest("test", [], {
  config: `${project}vitest.coverage.config.ts`,
  root,
  watch: false,
  coverage: { enabled: true },
});
await vitest.close();
const { total, ...byFile } = JSON.parse(readFileSync(`${project}reports/coverage/coverage-summary.json`, "utf8"));
const files = Object.entries(byFile).map(([file, { lines, branches }]) => ({
  path: relative(root, file).replaceAll("\\", "/"),
  lines,
  branches,
}));

if (files.length === 0) {
  console.error("Nothing was measured: the patterns of vitest.coverage.config.ts match no file.");
  process.exit(1);
}

const packages = Map.groupBy(files, ({ path }) => path.split("/").slice(0, 2).join("/"));
for (const [name, own] of packages) print(name, sumOf(own, "lines"), sumOf(own, "branches"));
print("all", total.lines, total.branches);

console.log(`\nFiles with less than ${leastLines} % of their lines:`);
const low = files.filter(({ lines }) => lines.pct < leastLines).sort((a, b) => a.lines.pct - b.lines.pct);
const unchosen = low.filter(({ path }) => reasonOf(path) === undefined);
for (const { path, lines } of low) {
  const why = reasonOf(path) ?? "no reason is given; test it, or say in chosenGaps what does";
  console.log(`${String(Math.round(lines.pct)).padStart(4)} %  ${path}: ${why}`);
}
if (unchosen.length > 0) process.exitCode = 1;

function reasonOf(path) {
  return Object.entries(chosenGaps).find(([beginning]) => path.startsWith(beginning))?.[1];
}

function sumOf(own, measure) {
  return {
    total: own.reduce((sum, file) => sum + file[measure].total, 0),
    covered: own.reduce((sum, file) => sum + file[measure].covered, 0),
  };
}

function print(name, lines, branches) {
  const percent = ({ covered, total: all }) => `${((covered / all) * 100).toFixed(1)} %`;
  console.log(`${name.padEnd(26)} ${percent(lines)} of ${lines.total} lines, ${percent(branches)} of the branches`);
}
