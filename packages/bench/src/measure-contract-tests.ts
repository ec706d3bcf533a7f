import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const folder = join(dirname(createRequire(import.meta.url).resolve("@model-access/contract-tests")), "..");

/** How many injected faults the contract tests find, and for what: the table that their own script prints, as Markdown. */
export function measureContractTests(): string {
  return execFileSync(process.execPath, ["scripts/kill-rate.ts"], { cwd: folder, encoding: "utf8" }).trim();
}
