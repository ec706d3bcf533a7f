// `node scripts/kill-rate.ts` (after a build): how many of the faults a run finds, for what calls and points. Markdown.
// With --record it also writes all that was found to test/faults/findings.json, which the tests compare with.
import { writeFileSync } from "node:fs";
import { runContractTests } from "@model-access/contract-tests";
import { faults } from "../test/faults/index.ts";
import { legalVariants } from "../test/faults/legal.ts";
import { findingsOf, isFound, runOnFault } from "../test/faults/run-fault.ts";

const clean = await runOnFault(undefined, runContractTests);
const missed: string[] = [];
const record: Record<string, unknown> = {};
let found = 0;
let slowest = 0;
for (const fault of faults) {
  const report = await runOnFault(fault, runContractTests);
  record[fault.id] = { exitCode: report.exitCode, found: findingsOf(report) };
  slowest = Math.max(slowest, report.seconds);
  if (isFound(fault, report)) found += 1;
  else missed.push(`- \`${fault.id}\`: a deployment that ${fault.says}`);
}
if (process.argv.includes("--record")) {
  const file = new URL("../test/faults/findings.json", import.meta.url);
  writeFileSync(file, `${JSON.stringify(record, undefined, 2)}\n`);
}
const alarms: string[] = [];
for (const variant of legalVariants) {
  const report = await runOnFault(variant, runContractTests);
  const findings = Object.keys(findingsOf(report));
  if (findings.length > 0) alarms.push(`- \`${variant.id}\`: ${findings.join(", ")}`);
}

process.stdout.write(`| measure | value |
|---|---|
| faults found | ${found} of ${faults.length} (${((found / faults.length) * 100).toFixed(1)} %) |
| false alarms on legal variants | ${alarms.length} of ${legalVariants.length} |
| findings on the correct deployment | ${Object.keys(findingsOf(clean)).length} |
| calls | ${clean.calls}, ${clean.billedCalls} of them billed |
| points | ${clean.points} |
| time of a run | ${clean.seconds.toFixed(1)} s; the slowest ${slowest.toFixed(1)} s |
${section("Not found", missed)}${section("False alarms", alarms)}`);

function section(title: string, lines: string[]): string {
  return lines.length === 0 ? "" : `\n${title}:\n\n${lines.join("\n")}\n`;
}
