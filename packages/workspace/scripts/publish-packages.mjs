// `pnpm --filter @model-access/workspace publish-packages`: publishes what is not on the registry yet, then tags it.
import { execFileSync } from "node:child_process";
import { root, tagPackages } from "./changesets.mjs";

// pnpm writes versions in the place of `workspace:*`; it passes over private packages and versions that are there.
execFileSync("pnpm", ["publish", "--recursive", "--access", "public", "--no-git-checks"], {
  cwd: root,
  stdio: "inherit",
  shell: process.platform === "win32",
});

// The action of the workflow `release` looks for these lines: it pushes the tags and makes a release of each.
for (const tag of tagPackages()) console.log(`New tag: ${tag}`);
