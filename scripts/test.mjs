// `npx pnpm@12 test`: installs everything, builds, lints, type-checks and tests it, and sums the counts.
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { chromiumInstallLine } from "./chromium.mjs";
import { redisInstallLine } from "./redis-server.mjs";
import { install, root, say, turbo } from "./workspace.mjs";

const kind = ["browser", "system"].find((name) => process.argv.includes(`--${name}`));
const task = kind === undefined ? "test" : `test:${kind}`;
const counts = `${task.replace(":", "-")}.json`;
const projects = [
  "spec",
  ...["packages", "apps"].flatMap((folder) => readdirSync(`${root}${folder}`).map((name) => `${folder}/${name}`)),
];
const reports = () =>
  projects.map((project) => `${root}${project}/reports/${counts}`).filter((report) => existsSync(report));

say("Installing …");
await install();
for (const report of reports()) rmSync(report);
const tasks = kind ? [task] : ["build", "lint", "typecheck", task];
const exitCode = await turbo([...tasks, "--continue", "--output-logs=new-only"]);

let passed = 0;
let failed = 0;
let skipped = 0;
for (const report of reports()) {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, numFailedTestSuites } = JSON.parse(
    readFileSync(report, "utf8"),
  );
  passed += numPassedTests;
  failed += Math.max(numFailedTests, numFailedTestSuites > 0 ? 1 : 0);
  skipped += numPendingTests + numTodoTests;
}
// A failed build, lint or type check is a failure of the run, and so is a run that tested nothing.
if (failed === 0 && (exitCode !== 0 || passed === 0)) failed = 1;

if (kind === undefined) {
  console.log(
    `
Left out: the browser tests; \`npx pnpm@12 test:browser\` runs them and needs Chromium (${chromiumInstallLine()}).
Left out: the system tests; \`npx pnpm@12 test:system\` runs them and needs Redis (${redisInstallLine()}).`,
  );
}
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exitCode = failed > 0 ? 1 : 0;
