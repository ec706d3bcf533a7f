// `npx pnpm@12 test`: installs everything, builds, lints, type-checks and tests it, and sums the counts.
// `npx pnpm@12 test sdk packages/contract/test/proxy.test.ts` runs just the tests of these projects and files.
// `test:packages`, `test:browser` and `test:system` run the other kinds of tests.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { chromiumInstallLine } from "./chromium.mjs";
import { missingSystemPrograms, systemInstallLine } from "./system-programs.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const kinds = ["test", "test-packages", "test-browser", "test-system"];
const summaries = `${root}.turbo/runs`;
const given = process.argv.slice(2);
const tasks = given.filter((word) => /^test(:\w+)?$/.test(word));
const projects = ["packages", "apps", "examples"]
  .flatMap((folder) => readdirSync(`${root}${folder}`).map((name) => `${folder}/${name}`))
  .concat("spec")
  .filter((folder) => existsSync(`${root}${folder}/package.json`));
const selected = given.filter((word) => !tasks.includes(word)).map(select);

if (tasks.includes("test:system") && missingSystemPrograms().length > 0) {
  stop(`These programs are missing: ${missingSystemPrograms().join(", ")}. Install them (${systemInstallLine()}).`);
}
process.stderr.write("Installing …\n");
if (pnpm("install", "--frozen-lockfile", "--silent") !== 0) stop("The install failed.");
for (const path of reports()) rmSync(path);
rmSync(summaries, { recursive: true, force: true });
const status = selected.length === 0 ? runAll() : Math.max(...selected.map(runSelected));

const counts = reports().map((path) => JSON.parse(readFileSync(path, "utf8")));
const passed = sum(({ passed }) => passed);
const skipped = sum(({ skipped }) => skipped);
const failures = counts.flatMap((report) => report.failures).concat(failedTasks());
if (failures.length === 0 && status !== 0) failures.push('a build: the line "Failed:" above names it');
if (failures.length === 0 && passed === 0) failures.push("the run: no test was executed");
const flaky = counts.flatMap((report) => report.flaky);

if (tasks.join() === "test" && selected.length === 0) {
  console.log(`
Left out: what packs, publishes and runs elsewhere (\`npx pnpm@12 test:packages\`), in Chromium (\`npx pnpm@12 test:browser\`;
${chromiumInstallLine}), and with servers (\`npx pnpm@12 test:system\`; ${systemInstallLine()}).`);
}
for (const name of failures) console.log(`FAILED ${name}`);
for (const name of flaky) console.log(`FLAKY, passed the second time: ${name}`);
console.log(`${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exitCode = failures.length > 0 ? 1 : 0;

/** Runs the tasks in every project. */
function runAll() {
  const all = tasks.includes("test") ? ["lint", "typecheck", ...tasks] : tasks;
  return turbo(...all, "--continue", "--output-logs=new-only");
}

/** Runs the tests of a project, or one file of it. */
function runSelected({ folder, file }) {
  if (file === undefined) return turbo(...tasks, `--filter=./${folder}`, "--output-logs=new-only");
  const built = turbo("build", `--filter={./${folder}}...`, "--output-logs=errors-only");
  const task = file.split("/")[0].replace("-", ":");
  return built === 0 ? pnpm("--dir", folder, "run", task, file) : built;
}

/** Finds the project and file that an argument names. */
function select(word) {
  const path = relative(root, word).replaceAll("\\", "/");
  const folder =
    projects.find((project) => path === project || path.startsWith(`${project}/`)) ??
    projects.find((project) => basename(project) === basename(word));
  if (folder === undefined) {
    stop(
      `There is no project or test '${word}'. Name a path or one of: ${projects.map((path) => basename(path)).join(", ")}.`,
    );
  }
  const file = path.slice(folder.length + 1);
  return { folder, file: path.startsWith(`${folder}/`) && file !== "" ? file : undefined };
}

/** Reads the counts of each project's tests, written by `scripts/test-counts.ts`. */
function reports() {
  return projects
    .flatMap((folder) => kinds.map((kind) => `${root}${folder}/reports/${kind}.json`))
    .filter((path) => existsSync(path));
}

/** Lists the failed tasks without failures in a report: `packages/sdk: lint`. */
function failedTasks() {
  if (!existsSync(summaries)) return [];
  return readdirSync(summaries)
    .flatMap((file) => JSON.parse(readFileSync(`${summaries}/${file}`, "utf8")).tasks)
    .filter(({ execution }) => (execution?.exitCode ?? 0) !== 0)
    .filter(({ directory, task }) => {
      const report = `${root}${directory}/reports/${task.replace(":", "-")}.json`;
      return !existsSync(report) || JSON.parse(readFileSync(report, "utf8")).failures.length === 0;
    })
    .map(({ directory, task }) => `${directory}: ${task}`);
}

function sum(read) {
  return counts.reduce((total, report) => total + read(report), 0);
}

function turbo(...args) {
  return pnpm("exec", "turbo", "run", ...args, "--summarize");
}

function pnpm(...args) {
  const env = { ...process.env, TURBO_TELEMETRY_DISABLED: "1" };
  const { status, error } = spawnSync("pnpm", args, {
    cwd: root,
    env,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (error !== undefined) stop("pnpm was not found. Run the tests with it: `npx pnpm@12 test`.");
  return status ?? 1;
}

function stop(message) {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}
