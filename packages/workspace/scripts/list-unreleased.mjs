// `pnpm --filter @model-access/workspace list-unreleased`: prints the missing tags of published versions.
import { execFileSync } from "node:child_process";
import { published, readManifest, root } from "./changesets.mjs";

const tags = execFileSync("git", ["tag", "--list"], { cwd: root, encoding: "utf8" }).split("\n");
for (const { name, version } of published.map(readManifest)) {
  if (!tags.includes(`${name}@${version}`)) console.log(`${name}@${version}`);
}
