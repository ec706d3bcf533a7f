// `pnpm --filter @model-access/workspace write-sboms`: a CycloneDX bill of materials for each published package.
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { published, root } from "./changesets.mjs";

const reports = "packages/workspace/reports";
mkdirSync(`${root}${reports}`, { recursive: true });

for (const project of published) {
  const file = `${reports}/${project.split("/")[1]}.cdx.json`;
  // Without the filter the bill would be that of the whole workspace, wherever it is run.
  const args = ["--filter", `./${project}`, "sbom", "--sbom-format", "cyclonedx", "--prod", "--out", file];
  execFileSync("pnpm", args, { cwd: root, stdio: "inherit", shell: process.platform === "win32" });
}
