// `pnpm --filter @model-access/compatibility tools`: runs every tool on every bundle, and writes the table into the contract's README.
import { readFileSync, writeFileSync } from "node:fs";
import { generators } from "./generators.ts";
import { readers } from "./readers.ts";
import { insertTable, renderTable } from "./table.ts";
import type { Bundle } from "./tool.ts";
import { bundles } from "./tool.ts";
import { type Outcome, tryTool } from "./try-tool.ts";

const readme = new URL("../../contract/README.md", import.meta.url);
const rows = [];
for (const tool of [...generators, ...readers]) {
  const outcomes: Partial<Record<Bundle, Outcome>> = {};
  for (const bundle of bundles) {
    outcomes[bundle] = await tryTool(tool, bundle);
    process.stderr.write(`${tool.name}, ${bundle}: ${outcomes[bundle].verdict} ${outcomes[bundle].reason ?? ""}\n`);
  }
  rows.push({ tool, outcomes: outcomes as Record<Bundle, Outcome> }); // has every bundle's outcome
}
const table = renderTable(rows);
process.stdout.write(`${table}\n`);
writeFileSync(readme, insertTable(readFileSync(readme, "utf8"), table));
process.exitCode = rows.some(({ outcomes }) => outcomes["openapi.json"].verdict === "fails") ? 1 : 0;
