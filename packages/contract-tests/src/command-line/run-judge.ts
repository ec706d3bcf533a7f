import { type ExchangeRecord, readExchanges, readHar } from "@model-access/contract";
import { selectRules } from "../select.js";
import { trafficRules } from "../traffic/judge-traffic.js";
import { trafficReport } from "../traffic/traffic-report.js";
import type { CommandLine } from "./command-line.js";
import { openFinish, textOf } from "./finish-report.js";

/** Judges files of recorded exchanges and reports; sends nothing and needs no key. Returns the exit status. */
export function runJudge(line: CommandLine): number {
  const { files, run } = line;
  const selected = selectRules(trafficRules, run);
  const finish = openFinish(line);
  const records = files.flatMap((file) => readRecords(file));
  const report = trafficReport(records, {
    source: files.join(", "),
    rules: selected,
    failOn: run.failOn,
  });
  for (const record of line.reportFolder === undefined ? [] : records) finish.addExchange(record);
  return finish.finish(report);
}

/** HAR is one JSON value, and JSON Lines are many. */
function readRecords(file: string): ExchangeRecord[] {
  const text = textOf(file, "judge");
  try {
    return /^\uFEFF?\s*\{\s*"log"\s*:/.test(text) ? readHar(text) : readExchanges(text);
  } catch (error) {
    throw new Error(`${file} can't be judged: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
