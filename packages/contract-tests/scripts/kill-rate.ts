// `node scripts/kill-rate.ts [--every N]` (after a build): how many of the faults a run finds, for what calls and points, of
// all or of every Nth fault and variant. Markdown.
import { parseArgs } from "node:util";
import { runContractTests } from "@model-access/contract-tests";
import { faults as allFaults } from "../test/faults/index.ts";
import { legalVariants, notedVariants } from "../test/faults/legal.ts";
import { findingsOf, isFound, runOnFault } from "../test/faults/run-fault.ts";

const { every } = parseArgs({ options: { every: { type: "string", default: "1" } } }).values;
const isChosen = (_: unknown, index: number) => index % Number(every) === 0;
const faults = allFaults.filter(isChosen);
const clean = await runOnFault(undefined, runContractTests);
const small = await runOnFault(undefined, runContractTests, "small");
const missed: string[] = [];
let found = 0;
// By the area of the rules that have to find them; interfaces are areas.
const byArea = new Map<string, { found: number; injected: number }>();
let slowest = Math.max(clean.seconds, small.seconds);
const most = { calls: 0, billedCalls: 0 };
for (const fault of faults) {
  const report = await runOnFault(fault, runContractTests);
  slowest = Math.max(slowest, report.seconds);
  most.calls = Math.max(most.calls, report.calls);
  most.billedCalls = Math.max(most.billedCalls, report.billedCalls);
  const [name = ""] = fault.by[0]?.split("/") ?? [];
  const area = byArea.get(name) ?? { found: 0, injected: 0 };
  byArea.set(name, area);
  area.injected += 1;
  if (isFound(fault, report)) {
    found += 1;
    area.found += 1;
  } else missed.push(`- \`${fault.id}\`: a deployment that ${fault.says}`);
}
const alarms: string[] = [];
const variants = [...legalVariants, ...notedVariants].filter(isChosen);
for (const variant of variants) {
  const report = await runOnFault(variant, runContractTests);
  const findings = report.rules.filter(({ outcome }) => outcome === "fail" || outcome === "warn").map(({ id }) => id);
  if (findings.length > 0) alarms.push(`- \`${variant.id}\`: ${findings.join(", ")}`);
}

process.stdout.write(`| measure | value |
|---|---|
| faults found | ${found} of ${faults.length} (${((found / faults.length) * 100).toFixed(1)} %) |
| false alarms on legal variants | ${alarms.length} of ${variants.length} |
| findings on the correct deployment | ${Object.keys(findingsOf(clean)).length} |
| calls, all areas | ${clean.calls}, ${clean.billedCalls} of them billed |
| calls, chat, models and account only | ${small.calls}, ${small.billedCalls} of them billed |
| most calls, on any fault | ${most.calls}, ${most.billedCalls} of them billed |
| points | ${clean.points} |
| longest run, on one machine with the deployment | ${slowest.toFixed(1)} s |

| area | faults found |
|---|---|
${[...byArea].map(([name, area]) => `| ${name} | ${area.found} of ${area.injected} |`).join("\n")}
${section("Not found", missed)}${section("False alarms", alarms)}`);

function section(title: string, lines: string[]): string {
  return lines.length === 0 ? "" : `\n${title}:\n\n${lines.join("\n")}\n`;
}
