// `pnpm --filter @model-access/workspace publish-packages`: packs every package, publishes the versions that the registry
// doesn't have yet, so that it can be run again after a failure, and then tags them. The workflow `release` does the same in its jobs; this is for the first release, which is made by hand.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root, tagPackages } from "./changesets.mjs";
import { packPackages } from "./pack-packages.mjs";
import { missingSentence, readProject } from "./project.mjs";

const missing = missingSentence(readProject());
if (missing !== undefined) {
  console.error(missing);
  process.exit(2);
}

const destination = mkdtempSync(join(tmpdir(), "model-access-release-"));
for (const { name, version, tarball } of packPackages(destination)) {
  const isPublished = pnpm(["view", `${name}@${version}`, "version"], "pipe") === 0;
  if (isPublished) {
    console.log(`${name}@${version} is published already.`);
  } else if (pnpm(["publish", join(destination, tarball), "--access", "public", "--no-git-checks"], "inherit") !== 0) {
    console.error(`${name}@${version} could not be published. Run this again: it continues with this package.`);
    process.exit(1);
  }
}
rmSync(destination, { recursive: true });
for (const tag of tagPackages()) console.log(`New tag: ${tag}`);

/** Runs pnpm; returns its exit status. */
function pnpm(args, stdio) {
  return spawnSync("pnpm", args, { cwd: root, stdio, shell: process.platform === "win32" }).status;
}
