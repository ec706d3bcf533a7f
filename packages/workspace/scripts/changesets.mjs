// The published packages, and the version bumps of their changesets.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../..", import.meta.url));

/** The folders of the published packages, dependencies first. */
export const published = [
  "packages/contract",
  "packages/sdk",
  "apps/mock",
  "packages/contract-tests",
  "packages/ai-sdk-provider",
];

const steps = ["none", "patch", "minor", "major"];

/** Reads the manifest of a package by its folder. */
export function readManifest(folder) {
  return JSON.parse(readFileSync(`${root}${folder}/package.json`, "utf8"));
}

/** Returns the biggest bump of a package in the changesets of a folder: `none`, `patch`, `minor` or `major`. */
export function readStep(name, folder = `${root}.changeset`) {
  const texts = readdirSync(folder).map((file) => readFileSync(`${folder}/${file}`, "utf8"));
  const asked = texts.map((text) => new RegExp(`^["']${name}["']: (\\w+)$`, "m").exec(text)?.[1] ?? "none");
  return steps[Math.max(0, ...asked.map((step) => steps.indexOf(step)))];
}

/**
 * True if a package's bump since its last release is big enough: that of its changesets, or that of its version. Below
 * 1.0, a breaking change is a minor bump, any other a patch.
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
