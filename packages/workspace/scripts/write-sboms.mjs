// `pnpm --filter @model-access/workspace write-sboms`: a CycloneDX bill of materials for each published package.
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { root } from "./changesets.mjs";

const reports = fileURLToPath(new URL("../reports/", import.meta.url));
mkdirSync(reports, { recursive: true });

for (const project of ["packages/contract", "packages/sdk", "apps/mock", "packages/contract-tests"]) {
  const file = `${reports}${project.split("/")[1]}.cdx.json`;
  execFileSync("pnpm", ["sbom", "--sbom-format", "cyclonedx", "--prod", "--out", file], {
    cwd: `${root}${project}`,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
}
