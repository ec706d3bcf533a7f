// What the changesets say: the biggest step that they ask for, by package.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

export const root = fileURLToPath(new URL("../../..", import.meta.url));
export const steps = ["none", "patch", "minor", "major"];

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

/** Whether changesets for the contract ask for enough: below 1.0 a breaking change is a minor step, all else a patch. */
export function isEnough({ version, bump, step = "none" }) {
  const needed = version.startsWith("0.") ? ({ major: "minor", minor: "patch" }[bump] ?? bump) : bump;
  return steps.indexOf(step) >= steps.indexOf(needed);
}

/** The version of the contract, as its document says. */
export function contractVersion() {
  const file = `${root}spec/src/openapi.yaml`;
  if (!existsSync(file)) throw new Error(`There is no contract at ${file}.`);
  return parse(readFileSync(file, "utf8")).info.version;
}
