// `pnpm coverage`: runs the tests of the packages that people run, and says what of their code no test of theirs reaches.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "./changesets.mjs";

const project = fileURLToPath(new URL("..", import.meta.url));
const leastLines = 90; // percent of a file's lines

/** Files that may have fewer, by the beginning of their path, and what else tests them. */
const chosenGaps = {
  "apps/mock/src/console/page/": "runs in a browser: test-browser/console",
};

const vitest = createRequire(import.meta.url).resolve("vitest/vitest.mjs");
const { status } = spawnSync(process.execPath, [vitest, "run", "--config", "vitest.coverage.config.ts", "--coverage"], {
  cwd: project,
  stdio: "inherit",
});
const { total, ...byFile } = JSON.parse(readFileSync(`${project}reports/coverage/coverage-summary.json`, "utf8"));
const files = Object.entries(byFile).map(([file, { lines, branches }]) => ({
  path: relative(root, file).replaceAll("\\", "/"),
  lines,
  branches,
}));

const packages = Map.groupBy(files, ({ path }) => path.split("/").slice(0, 2).join("/"));
for (const [name, own] of packages) print(name, sumOf(own, "lines"), sumOf(own, "branches"));
print("all", total.lines, total.branches);

const low = files.filter(({ lines }) => lines.pct < leastLines).sort((a, b) => a.lines.pct - b.lines.pct);
const unchosen = low.filter(({ path }) => reasonOf(path) === undefined);
for (const { path, lines } of low) {
  console.log(
    `${String(Math.round(lines.pct)).padStart(4)} %  ${path}  ${reasonOf(path) ?? "no test reaches the rest"}`,
  );
}
process.exitCode = status || (unchosen.length > 0 ? 1 : 0);

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
