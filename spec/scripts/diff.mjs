// `pnpm --filter @model-access/spec contract:diff [REVISION]`: lists the changes of the working contract and the required version bump.
// With `--bump`, it prints only none, patch, minor or major.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { compareContracts, nextVersion } from "./compare-contracts.mjs";
import { bundleRevision, bundleWorkingTree } from "./revisions.mjs";

const cwd = fileURLToPath(new URL("..", import.meta.url));
const git = (...args) =>
  execFileSync("git", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();

/** Returns the last release of the contract, or the first commit that has a contract. */
function defaultRevision() {
  const [release] = git("tag", "--list", "@model-access/contract@*", "--sort=-version:refname").split("\n");
  return release || git("log", "--diff-filter=A", "--format=%H", "--", ":/spec/src/openapi.yaml").split("\n").at(-1);
}

/** Explains which number a bump raises before 1.0. */
function explainBump(version, bump) {
  if (!version.startsWith("0.") || bump === "patch") return "";
  return ` (before 1.0 this raises the ${bump === "major" ? "middle" : "last"} number)`;
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
    throw new Error(`Give one revision to compare with, not ${positionals.length}.`);
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
  console.error(`${revision} has no contract; give a commit, branch or tag that has spec/src/openapi.yaml.`);
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
      : `${changes.length} ${changes.length === 1 ? "change" : "changes"} since ${revision}. Version bump: ${bump}${explainBump(version, bump)}, ${version} to ${nextVersion(version, bump)}.`,
  );
} catch (error) {
  console.error(error.message);
  process.exit(2);
}
