// `pnpm --filter @model-access/workspace write-sboms`, after `pnpm build`: a CycloneDX bill of materials for each published
// package, with its dependencies and what is bundled in it.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { published, root } from "./changesets.mjs";

const reports = `${root}packages/workspace/reports`;
mkdirSync(reports, { recursive: true });

/** The package URLs of what is bundled in a package. */
const bundled = {
  "apps/mock": ["examples/prism", "redis/client", "console/console", "browser"].flatMap((bundle) =>
    JSON.parse(readFileSync(`${root}apps/mock/dist/${bundle}.packages.json`, "utf8")),
  ),
};

for (const project of published) {
  const bill = createBill(project, "--prod");
  if (bundled[project] !== undefined) {
    const known = new Set(bill.components.map(({ purl }) => purl));
    const isAdded = ({ purl }) => bundled[project].includes(purl) && !known.has(purl);
    bill.components.push(...createBill(project).components.filter(isAdded));
  }
  writeFileSync(`${reports}/${project.split("/")[1]}.cdx.json`, `${JSON.stringify(bill, null, 2)}\n`);
}

function createBill(project, ...options) {
  // Without the filter, the bill would be that of the whole workspace.
  const args = ["--silent", "--filter", `./${project}`, "sbom", "--sbom-format", "cyclonedx", ...options];
  const bill = execFileSync("pnpm", args, { cwd: root, encoding: "utf8", shell: process.platform === "win32" });
  return JSON.parse(bill);
}
