// `pnpm --filter @model-access/workspace version-packages`: takes the changesets into versions and changelogs, and gives
// the contract's document the version of its package.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { root } from "./changesets.mjs";

execFileSync("pnpm", ["exec", "changeset", "version"], { stdio: "inherit", shell: process.platform === "win32" });
const { version } = JSON.parse(readFileSync(`${root}packages/contract/package.json`, "utf8"));
replace("spec/src/openapi.yaml", /^( {2}version: ).*$/m, `$1${version}`);
replace("spec/package.json", /^( {2}"version": ").*(",)$/m, `$1${version}$2`);

function replace(file, pattern, text) {
  const before = readFileSync(`${root}${file}`, "utf8");
  if (!pattern.test(before)) throw new Error(`${file} has no version where one is expected.`);
  writeFileSync(`${root}${file}`, before.replace(pattern, text));
}
