// `pnpm --filter @model-access/workspace check-bump`: fails if the contract's changes since its last release require a
// bigger bump than its changesets, or its version, have.
import { execFileSync } from "node:child_process";
import { isEnough, readManifest, readStep, root } from "./changesets.mjs";

const run = (program, args) => execFileSync(program, args, { cwd: `${root}spec`, encoding: "utf8" }).trim();
const { name, version } = readManifest("packages/contract");
const [release] = run("git", ["tag", "--list", `${name}@*`, "--sort=-version:refname"]).split("\n");

if (release === "") {
  console.log("The contract has no release yet, so no step is too small.");
} else {
  const released = release.split("@").at(-1);
  const bump = run(process.execPath, ["scripts/diff.mjs", release, "--bump"]);
  const step = readStep(name);
  const says = `The contract's change since ${released} is ${bump}, its version is ${version}, and its changesets ask for ${step}`;
  if (isEnough({ released, version, bump, step })) {
    console.log(`${says}: enough.`);
  } else {
    console.error(
      `${says}. Run \`pnpm --filter @model-access/workspace exec changeset\` and choose a bigger step for ${name}.`,
    );
    process.exitCode = 1;
  }
}
