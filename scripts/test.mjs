// `npx pnpm@12 test`: installs everything, builds, lints, type-checks and tests it, and sums the counts. `--browser` and
// `--system` run the tests that need Chromium, or servers of Debian's packages, instead.
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { chromiumInstallLine } from "./chromium.mjs";
import { missingSystemPrograms, systemInstallLine } from "./system-programs.mjs";
import { readReport } from "./test-reports.mjs";
import { install, root, say, turbo } from "./workspace.mjs";

const kind = process.argv.includes("--browser") ? "browser" : process.argv.includes("--system") ? "system" : undefined;
const task = kind === undefined ? "test" : `test:${kind}`;
const counts = `${task.replace(":", "-")}.json`;
const projects = [
  "spec",
  ...["packages", "apps", "examples"].flatMap((folder) =>
    readdirSync(`${root}${folder}`).map((name) => `${folder}/${name}`),
  ),
];
const reports = () =>
  projects
    .map((folder) => ({ folder, path: `${root}${folder}/reports/${counts}` }))
    .filter(({ path }) => existsSync(path));

if (kind === "system" && missingSystemPrograms().length > 0) {
  say(`These programs are missing: ${missingSystemPrograms().join(", ")}. Install them (${systemInstallLine()}).`);
  process.exit(2);
}
say("Installing …");
await install();
for (const { path } of reports()) rmSync(path);
const tasks = kind === undefined ? ["build", "lint", "typecheck", task] : [task];
const exitCode = await turbo([...tasks, "--continue", "--output-logs=new-only"]);

let passed = 0;
let failed = 0;
let skipped = 0;
const failures = [];
for (const { folder, path } of reports()) {
  const result = readReport(JSON.parse(readFileSync(path, "utf8")), { root, folder });
  passed += result.passed;
  failed += result.failed;
  skipped += result.skipped;
  failures.push(...result.failures);
}
// A failed build, lint or type check is a failure of the run, and so is a run that tested nothing.
if (failed === 0 && (exitCode !== 0 || passed === 0)) failed = 1;

if (kind === undefined) {
  console.log(`
Left out: the browser tests (\`npx pnpm@12 test:browser\`), which need Chromium (${chromiumInstallLine()}),
and the system tests (\`npx pnpm@12 test:system\`), which need servers (${systemInstallLine()}).`);
}
if (failures.length > 0) console.log(`\n${failures.map((failure) => `FAILED ${failure}`).join("\n")}`);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exitCode = failed > 0 ? 1 : 0;
