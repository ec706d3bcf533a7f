// `pnpm lines`: a table of the hand-written lines of every project: source, tests, and data in Markdown and YAML.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

const kinds = {
  tests: /\/test(-\w+)?\/.*\.(ts|tsx|mts|mjs|js|css|html)$/,
  source: /\.(ts|tsx|mts|mjs|js|css|html)$/,
  data: /\.(md|yaml|yml)$/,
};

/** Lists the files below this folder, committed or not, without ignored ones and the lockfile. */
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" })
  .split("\n")
  .filter((file) => file !== "pnpm-lock.yaml" && existsSync(file));

const all = { source: 0, tests: 0, data: 0 };
const projects = new Map();
for (const file of files) {
  const kind = Object.keys(kinds).find((name) => kinds[name].test(file));
  if (kind === undefined) continue;
  const lines = readFileSync(file, "utf8").split("\n").length - 1;
  const row = projects.get(findProject(file)) ?? { source: 0, tests: 0, data: 0 };
  projects.set(findProject(file), row);
  row[kind] += lines;
  all[kind] += lines;
}

console.log("| project | source | tests | data |\n|---|---|---|---|");
for (const [project, row] of [...[...projects].sort(byCode), ["all", all]]) {
  console.log(`| ${project} | ${row.source} | ${row.tests} | ${row.data} |`);
}

function byCode([, a], [, b]) {
  return b.source + b.tests - a.source - a.tests;
}

/** Returns the project of a file: `packages/sdk`, `spec`, `docs` or the root. */
function findProject(file) {
  const [folder, name, ...rest] = file.split("/");
  if (name === undefined || folder.startsWith(".")) return "the root";
  return ["packages", "apps"].includes(folder) && rest.length > 0 ? `${folder}/${name}` : folder;
}
