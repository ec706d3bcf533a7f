// `pnpm --filter @model-access/spec contract:diff [REVISION]`: what the working contract changes, and the version bump it asks for.
// With `--bump` it prints that alone: none, patch, minor or major, by what happens to callers.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { compareContracts, nextVersion } from "./compare-contracts.mjs";
import { bundleRevision, bundleWorkingTree } from "./revisions.mjs";

const cwd = fileURLToPath(new URL("..", import.meta.url));
const git = (...args) =>
  execFileSync("git", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();

/** The last release of the contract, else the first commit that has one. */
function defaultRevision() {
  const [release] = git("tag", "--list", "@model-access/contract@*", "--sort=-version:refname").split("\n");
  return release || git("log", "--diff-filter=A", "--format=%H", "--", ":/spec/src/openapi.yaml").split("\n").at(-1);
}

function hasContract(revision) {
  try {
    git("cat-file", "-e", `${revision}:spec/src/openapi.yaml`);
    return true;
  } catch {
    return false;
  }
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { bump: { type: "boolean" } } });
    if (positionals.length < 2) return { isShort: values.bump ?? false, revision: positionals[0] };
    throw new Error(`There is one revision to compare with, not ${positionals.length}.`);
  } catch (error) {
    console.error(`${error.message.split(". ")[0]}\nUsage: contract:diff [REVISION] [--bump]`);
    process.exit(2);
  }
}

const { isShort, revision = defaultRevision() } = readArguments();
if (!revision) {
  console.error("No commit has a contract yet, so there is nothing to compare with.");
  process.exit(2);
}
if (!hasContract(revision)) {
  console.error(`There is no contract at ${revision}; give a commit, branch or tag that has spec/src/openapi.yaml.`);
  process.exit(2);
}
try {
  const base = bundleRevision(revision);
  const working = bundleWorkingTree();
  const { changes, bump } = compareContracts(base, working);
  if (isShort) {
    console.log(bump);
    process.exit(0);
  }
  for (const { impact, path, message } of changes) console.log(`${impact}  ${path}\n       ${message}`);
  const version = base.info.version;
  console.log(
    bump === "none"
      ? `No change since ${revision} (${version}).`
      : `Changes since ${revision}: ${changes.length}. They ask for a ${bump} version, ${version} to ${nextVersion(version, bump)}.`,
  );
} catch (error) {
  console.error(error.message);
  process.exit(2);
}
