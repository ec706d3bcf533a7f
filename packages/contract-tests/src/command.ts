#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { contractVersion } from "@model-access/contract";
import { rules } from "./areas.js";
import { type CommandLine, readCommandLine, usage } from "./command-line/command-line.js";
import { stopSignal } from "./command-line/stop-signal.js";
import { readKeys } from "./keys/read-keys.js";
import { applyBaseline } from "./report/apply-baseline.js";
import { readBaseline } from "./report/baseline.js";
import { visible } from "./report/clean.js";
import { compareReports } from "./report/compare-reports.js";
import { consoleReport } from "./report/console.js";
import { readLastReport } from "./report/last-report.js";
import { ruleList } from "./report/list.js";
import { callPlan } from "./report/plan.js";
import { strictReport } from "./report/strict-report.js";
import { openReportFiles } from "./report/write-reports.js";
import type { Rule } from "./rule.js";
import { readModelList } from "./run/read-model-list.js";
import { runContractTests } from "./run.js";
import { selectRules } from "./select.js";

const paintCodes = { red: 31, yellow: 33, green: 32, gray: 90 };

// A reader such as head may leave before the end, which is no fault.
process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => {
  if (code !== "EPIPE") process.exit(2);
});

try {
  process.exitCode = await main(readCommandLine(process.argv.slice(2), process.env));
} catch (error) {
  process.stderr.write(`${visible(error instanceof Error ? error.message : String(error))}\n`);
  process.exitCode = 2;
}

async function main(line: CommandLine): Promise<number> {
  if (line.command === "help") return print(usage());
  if (line.command === "version") return print(`model-access-contract-tests ${contractVersion}\n`);
  const selected = selectRules(rules, line.run);
  if (line.command === "list") return print(ruleList(selected));
  if (line.command === "plan") return print(await plan(line, selected));
  return run(line);
}

/** Prices come from the model list, which is free; without an address and a key there are none. */
async function plan({ baseURL, keyFile, run: options }: CommandLine, selected: Rule[]): Promise<string> {
  if (baseURL === undefined) return callPlan(selected, options);
  const { apiKey } = readKeys({ keyFile, environment: process.env });
  return callPlan(selected, { ...options, modelList: await readModelList({ baseURL, apiKey }) });
}

async function run(line: CommandLine): Promise<number> {
  const { baseURL, keyFile, isQuiet, isStrict, baselineFile, compareFile } = line;
  if (baseURL === undefined) throw new Error("There is no base URL; give --base-url URL or set MODEL_ACCESS_BASE_URL.");
  const { apiKey, ...keys } = readKeys({ keyFile, environment: process.env });
  const baseline = baselineFile === undefined ? undefined : readBaseline(textOf(baselineFile, "--baseline"));
  const last = compareFile === undefined ? undefined : readLastReport(textOf(compareFile, "--compare"));
  const files = openReportFiles({ outputs: line.outputs, folder: line.reportFolder });
  const progress = isQuiet ? () => {} : showProgress;

  let report = await runContractTests({
    ...line.run,
    baseURL,
    apiKey,
    keys,
    signal: stopSignal(() => progress("Stopping; once more ends at once.")),
    onExchange: files.addExchange,
    onProgress: ({ done, total, what }) => progress(`${done} of ${total} ${what}`),
  });
  if (isStrict) report = strictReport(report);
  if (baseline !== undefined) report = applyBaseline(report, baseline);
  if (last !== undefined) report = compareReports(last, report);

  const unwritten = files.write(report);
  progress("");
  for (const problem of unwritten) process.stderr.write(`${visible(problem)}\n`);
  if (!isQuiet) print(consoleReport(report, process.stdout.hasColors?.() ? paint : undefined));
  return report.exitCode === 0 && unwritten.length > 0 ? 2 : report.exitCode;
}

function textOf(file: string, option: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new Error(`The file ${file} of ${option} can't be read.`);
  }
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

/** One line that is written over, on a terminal only. */
function showProgress(text: string) {
  const { isTTY, columns } = process.stderr;
  if (isTTY) process.stderr.write(`\r\x1b[K${text.slice(0, columns - 1)}`);
}

function paint(color: keyof typeof paintCodes, text: string): string {
  return `\x1b[${paintCodes[color]}m${text}\x1b[0m`;
}
