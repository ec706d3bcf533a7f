#!/usr/bin/env node
import { contractVersion } from "@model-access/contract";
import { rules } from "./areas.js";
import { type CommandLine, readCommandLine } from "./command-line/command-line.js";
import { openFinish } from "./command-line/finish-report.js";
import { stopSignal } from "./command-line/stop-signal.js";
import { usage } from "./command-line/usage.js";
import { readKeys } from "./keys/read-keys.js";
import { visible } from "./report/clean.js";
import { ruleList } from "./report/list.js";
import { callPlan } from "./report/plan.js";
import type { Rule } from "./rule.js";
import { readModelList } from "./run/read-model-list.js";
import { runContractTests } from "./run.js";
import { selectRules } from "./select.js";

// A reader such as head may leave before the end, which is no fault.
process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => {
  if (code === "EPIPE") return;
  process.stderr.write(`The output can't be written (${code}).\n`, () => process.exit(2));
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
  if (line.command === "watch") return watch(line);
  if (line.command === "judge") return judge(line);
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
  const { baseURL, keyFile, isQuiet } = line;
  if (baseURL === undefined)
    throw new Error(
      "There is no base URL; give --base-url URL or set MODEL_ACCESS_BASE_URL. --help prints all options.",
    );
  const { apiKey, ...keys } = readKeys({ keyFile, environment: process.env });
  const { addExchange, finish } = openFinish(line);
  const progress = isQuiet ? () => {} : showProgress;

  const report = await runContractTests({
    ...line.run,
    baseURL,
    apiKey,
    keys,
    signal: stopSignal(() => progress("Stopping and writing the reports; press Ctrl-C again to end at once.")),
    onExchange: addExchange,
    onProgress: ({ done, total, what }) => progress(`${done} of ${total} ${what}`),
  });
  progress("");
  if (report.problem?.kind === "unreachable") noteProxy(process.env);
  return finish(report);
}

/** Connections, and what goes over them, are judged as they are, so that no forward proxy may come between. */
function noteProxy(environment: NodeJS.ProcessEnv): void {
  const name = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy", "ALL_PROXY"].find(
    (each) => environment[each],
  );
  if (name !== undefined)
    process.stderr.write(`${name} is set but not used: the contract tests connect to the base URL directly.\n`);
}

/** Loads what only a watch needs. */
async function watch({ watch: options, run: { failOn }, isQuiet }: CommandLine): Promise<number> {
  const { upstream, ...rest } = options;
  if (upstream === undefined) throw new Error("watch needs a deployment to forward to; give --upstream URL.");
  const { runWatch } = await import("./command-line/run-watch.js");
  return runWatch({ ...rest, upstream, failOn }, { signal: stopSignal(() => {}), isQuiet });
}

async function judge(line: CommandLine): Promise<number> {
  const { runJudge } = await import("./command-line/run-judge.js");
  return runJudge(line);
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
