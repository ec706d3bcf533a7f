// `pnpm --filter @model-access/workspace publish-packages`: packs what has no tag yet, publishes it, then tags it. The
// workflow `release` does the same in jobs of its own; this is for the first release, which is made by hand.
import { execFileSync } from "node:child_process";
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
for (const { tarball } of packPackages(destination)) {
  execFileSync("pnpm", ["publish", join(destination, tarball), "--access", "public", "--no-git-checks"], {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
}
rmSync(destination, { recursive: true });
for (const tag of tagPackages()) console.log(`New tag: ${tag}`);
