// The changesets: what they say, the command that takes them up, and the packages that they are about.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

export const root = fileURLToPath(new URL("../../..", import.meta.url));
export const steps = ["none", "patch", "minor", "major"];

/** The folders of the packages that are published, in the order of their dependencies. */
export const published = [
  "packages/contract",
  "packages/sdk",
  "apps/mock",
  "packages/contract-tests",
  "packages/ai-sdk-provider",
];

/**
 * Runs a command of changesets in the root, the only place where its `version` finds them. What it says goes to stderr.
 */
export function changeset(...args) {
  const program = fileURLToPath(import.meta.resolve("@changesets/cli/bin.js"));
  execFileSync(process.execPath, [program, ...args], { cwd: root, stdio: ["inherit", 2, 2] });
}

/** Tags the version of every package that has no tag yet, and returns the new tags. */
export function tagPackages() {
  const tags = () => execFileSync("git", ["tag", "--list"], { cwd: root, encoding: "utf8" }).split("\n");
  const before = tags();
  changeset("git-tag");
  return tags().filter((tag) => !before.includes(tag));
}

/** The step of every package that a changeset names: `{ "@model-access/sdk": "minor" }`. */
export function readSteps(folder = `${root}.changeset`) {
  const found = {};
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".md") && name !== "README.md")) {
    const [, front = ""] = /^---\n(.*?)^---$/ms.exec(readFileSync(`${folder}/${file}`, "utf8")) ?? [];
    for (const [name, step] of Object.entries(parse(front) ?? {})) {
      if (steps.indexOf(step) > steps.indexOf(found[name] ?? "none")) found[name] = step;
    }
  }
  return found;
}

/**
 * True if the contract's step since its last release is big enough: the one that its changesets ask for, or the one
 * that its version has taken already. Below 1.0 a breaking change is a minor step, all else a patch.
 */
export function isEnough({ released, version = released, bump, step = "none" }) {
  const needed = released.startsWith("0.") ? ({ major: "minor", minor: "patch" }[bump] ?? bump) : bump;
  return [step, stepBetween(released, version)].some((taken) => steps.indexOf(taken) >= steps.indexOf(needed));
}

function stepBetween(released, version) {
  const [before, after] = [released, version].map((text) => text.split("."));
  const place = after.findIndex((number, at) => number !== before[at]);
  return place === -1 ? "none" : steps[steps.length - 1 - place];
}

/** The version of the contract, as its document says. */
export function contractVersion() {
  const file = `${root}spec/src/openapi.yaml`;
  if (!existsSync(file)) throw new Error(`There is no contract at ${file}.`);
  return parse(readFileSync(file, "utf8")).info.version;
}
