import { contractVersion } from "@model-access/contract";
import { rules } from "../areas.js";
import { readKeys } from "../keys/read-keys.js";
import { visible } from "../report/clean.js";
import { callList, ruleList } from "../report/list.js";
import { callPlan } from "../report/plan.js";
import type { Rule } from "../rule.js";
import { readModelList } from "../run/read-model-list.js";
import { runContractTests } from "../run.js";
import { selectRules } from "../select.js";
import { type CommandLine, readCommandLine } from "./command-line.js";
import { openFinish } from "./finish-report.js";
import { stopSignal } from "./stop-signal.js";
import { usage } from "./usage.js";

/** The environment of a command, and what ends it early; the process's own without them. */
interface Surroundings {
  environment: NodeJS.ProcessEnv;
  stopOn: (onStop: () => void) => AbortSignal;
}

/** Runs the command on its arguments and returns the exit status. What it was called wrongly with is one sentence on stderr. */
export async function runCommand(
  args: string[],
  { environment = process.env, stopOn = stopSignal }: Partial<Surroundings> = {},
): Promise<number> {
  try {
    return await start(readCommandLine(args, environment), { environment, stopOn });
  } catch (error) {
    process.stderr.write(`${visible(error instanceof Error ? error.message : String(error))}\n`);
    return 2;
  }
}

async function start(line: CommandLine, surroundings: Surroundings): Promise<number> {
  if (line.command === "help") return print(usage());
  if (line.command === "version") return print(`model-access-contract-tests ${contractVersion}\n`);
  if (line.command === "watch") return watch(line, surroundings);
  if (line.command === "judge") return (await import("./run-judge.js")).runJudge(line);
  const selected = selectRules(rules, line.run);
  if (line.command === "list")
    return print(line.call === undefined ? ruleList(selected) : callList(line.call, selected));
  if (line.command === "plan") return print(await plan(line, selected, surroundings));
  return run(line, surroundings);
}

/** Prices come from the model list, which is free; without an address and a key there are none. */
async function plan(
  { baseURL, keyFile, run: options }: CommandLine,
  selected: Rule[],
  { environment }: Surroundings,
): Promise<string> {
  if (baseURL === undefined) return callPlan(selected, options);
  const { apiKey } = readKeys({ keyFile, environment });
  return callPlan(selected, { ...options, modelList: await readModelList({ baseURL, apiKey }) });
}

async function run(line: CommandLine, { environment, stopOn }: Surroundings): Promise<number> {
  const { baseURL, keyFile, isQuiet } = line;
  if (baseURL === undefined)
    throw new Error(
      "There is no base URL; give --base-url URL or set MODEL_ACCESS_BASE_URL. --help prints all options.",
    );
  const { apiKey, ...keys } = readKeys({ keyFile, environment });
  const { addExchange, finish } = openFinish(line);
  const progress = isQuiet ? () => {} : showProgress;

  const report = await runContractTests({
    ...line.run,
    baseURL,
    apiKey,
    keys,
    signal: stopOn(() => progress("Stopping and writing the reports; press Ctrl-C again to end at once.")),
    onExchange: addExchange,
    onProgress: ({ done, total, what }) => progress(`${done} of ${total} ${what}`),
  });
  progress("");
  if (report.problem?.kind === "unreachable") noteProxy(environment);
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
async function watch(
  { watch: options, run: { failOn }, isQuiet }: CommandLine,
  { stopOn }: Surroundings,
): Promise<number> {
  const { upstream, ...rest } = options;
  if (upstream === undefined) throw new Error("watch needs a deployment to forward to; give --upstream URL.");
  const { runWatch } = await import("./run-watch.js");
  return runWatch({ ...rest, upstream, failOn }, { signal: stopOn(() => {}), isQuiet });
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
