import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { applyBaseline, readBaseline } from "../report/baseline.js";
import { changesText } from "../report/changes-text.js";
import { visible } from "../report/clean.js";
import { compareReports, type LastReport, readLastReport } from "../report/compare-reports.js";
import { consoleReport, type Paint } from "../report/console.js";
import type { Report } from "../report/report.js";
import { strictReport } from "../report/summarise.js";
import { openReportFiles } from "../report/write-reports.js";
import type { CommandLine } from "./command-line.js";

const paintCodes = { red: 31, yellow: 33, green: 32, gray: 90 };

/** Reads what the report is compared with and makes its files ready. Throws one sentence where it can't. */
export function openFinish(line: CommandLine, { hasJournal = true } = {}) {
  const { isQuiet, isStrict, baselineFile, reportFolder, run } = line;
  const baseline = baselineFile === undefined ? undefined : readBaseline(textOf(baselineFile, "--baseline"));
  const last = lastReport(line);
  const files = openReportFiles({ outputs: line.outputs, folder: reportFolder, hasJournal });
  return {
    addExchange: files.addExchange,
    /** Writes every form, prints it, and returns the exit status. */
    finish(first: Report): number {
      let report = first;
      if (isStrict) report = strictReport(report);
      if (baseline !== undefined) report = applyBaseline(report, baseline);
      if (last !== undefined) report = compareReports(last, report);
      const unwritten = files.write(report);
      if (run.monitor && reportFolder !== undefined) writeChanges(join(reportFolder, "changes.md"), report);
      for (const problem of unwritten) process.stderr.write(`${visible(problem)}\n`);
      if (!isQuiet) process.stdout.write(consoleReport(report, process.stdout.hasColors?.() ? paint : undefined));
      return report.exitCode === 0 && unwritten.length > 0 ? 2 : report.exitCode;
    },
  };
}

function textOf(file: string, option: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new Error(`The file ${file} of ${option} can't be read.`);
  }
}

/** A monitor compares with what it wrote the last time; what can't be read then must not stop it for good. */
function lastReport({ compareFile, run, reportFolder }: CommandLine): LastReport | undefined {
  if (compareFile !== undefined) return readLastReport(textOf(compareFile, "--compare"));
  const file = run.monitor && reportFolder !== undefined ? join(reportFolder, "report.json") : undefined;
  if (file === undefined || !existsSync(file)) return undefined;
  try {
    return readLastReport(textOf(file, "--report"));
  } catch {
    process.stderr.write(
      `The last report, ${visible(file)}, can't be read, so this run has nothing to compare with.\n`,
    );
    return undefined;
  }
}

/** There is a text only where something has changed, so that a schedule can go by the file. */
function writeChanges(file: string, report: Report): void {
  const text = changesText(report);
  if (text === undefined) rmSync(file, { force: true });
  else writeFileSync(file, text);
}

const paint: Paint = (color, text) => `\x1b[${paintCodes[color]}m${text}\x1b[0m`;
