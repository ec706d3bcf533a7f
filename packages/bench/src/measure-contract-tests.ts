import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const folder = join(dirname(createRequire(import.meta.url).resolve("@model-access/contract-tests")), "..");

/** Returns, as Markdown, the table of injected faults that the contract tests find, as their own script prints it. */
export function measureContractTests(): string {
  return execFileSync(process.execPath, ["scripts/kill-rate.ts"], { cwd: folder, encoding: "utf8" }).trim();
}
