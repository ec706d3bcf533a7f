import { visible } from "../report/clean.js";
import { selectRules } from "../select.js";
import { trafficRules } from "../traffic/rules.js";
import { trafficReport } from "../traffic/traffic-report.js";
import type { CommandLine } from "./command-line.js";
import { openFinish } from "./finish-report.js";
import { readExchangeFile } from "./read-exchange-file.js";

/** Judges files of recorded exchanges and reports; sends nothing and needs no key. Returns the exit status. */
export function runJudge(line: CommandLine): number {
  const { files, run } = line;
  const selected = selectRules(trafficRules, run);
  // The files that are judged are the journal: one in the report folder may be among them.
  const { finish } = openFinish(line, { hasJournal: false });
  const report = trafficReport(recordsIn(files), {
    source: files.join(", "),
    rules: selected,
    names: run.only,
    failOn: run.failOn,
  });
  return finish(report);
}

function* recordsIn(files: string[]) {
  for (const file of files) {
    yield* readExchangeFile(file, { onNote: (note) => process.stderr.write(`${visible(note)}\n`) });
  }
}
