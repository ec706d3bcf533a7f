#!/usr/bin/env node
import { accessSync, constants, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { contractVersion } from "@model-access/contract";
import { rules } from "./areas.js";
import { type CommandLine, readCommandLine, usage } from "./command-line.js";
import { readKey } from "./read-key.js";
import { consoleReport } from "./report/console.js";
import { jsonReport } from "./report/json.js";
import { ruleList } from "./report/list.js";
import { callPlan } from "./report/plan.js";
import { runContractTests } from "./run.js";
import { selectRules } from "./select.js";

const paintCodes = { red: 31, yellow: 33, green: 32, gray: 90 };

try {
  process.exitCode = await main(readCommandLine(process.argv.slice(2), process.env));
} catch (error) {
  process.stderr.write(
    `${error instanceof Error ? error.message : String(error)}\nRun with --help to see the options.\n`,
  );
  process.exitCode = 2;
}

async function main(line: CommandLine): Promise<number> {
  if (line.command === "help") return print(usage);
  if (line.command === "version") return print(`model-access-contract-tests ${contractVersion}\n`);
  const selected = selectRules(rules, line);
  if (line.command === "list") return print(ruleList(selected));
  if (line.command === "plan") return print(callPlan(selected));
  return run(line);
}

async function run({ baseURL, keyFile, jsonFile, model, only, skip }: CommandLine): Promise<number> {
  if (baseURL === undefined) throw new Error("There is no base URL; give --base-url URL or set MODEL_ACCESS_BASE_URL.");
  if (jsonFile !== undefined) accessSync(dirname(resolve(jsonFile)), constants.W_OK);
  const apiKey = readKey({ keyFile, environment: process.env });
  const report = await runContractTests({
    baseURL,
    apiKey,
    ...(model !== undefined && { model }),
    only,
    skip,
    onCall: ({ id }) => progress(id),
  });
  progress("");
  print(consoleReport(report, process.stdout.hasColors?.() ? paint : undefined));
  if (jsonFile !== undefined) writeFileSync(jsonFile, jsonReport(report));
  return report.exitCode;
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

/** One line that is written over, on a terminal only. */
function progress(text: string) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}

function paint(color: keyof typeof paintCodes, text: string): string {
  return `\x1b[${paintCodes[color]}m${text}\x1b[0m`;
}
