import { accessSync, appendFileSync, constants, mkdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type ExchangeRecord, writeExchange } from "@model-access/contract";
import { consoleReport } from "./console.js";
import { htmlReport } from "./html.js";
import { jsonReport } from "./json.js";
import { junitReport } from "./junit.js";
import { markdownReport } from "./markdown.js";
import type { Report } from "./report.js";
import { sarifReport } from "./sarif.js";

/** Each form of the report, by the option that asks for it. */
const forms = { json: jsonReport, junit: junitReport, html: htmlReport, markdown: markdownReport, sarif: sarifReport };

/** The files of a report folder. */
const folderFiles = {
  json: "report.json",
  junit: "junit.xml",
  html: "report.html",
  markdown: "report.md",
  sarif: "report.sarif",
  console: "report.txt",
  journal: "exchanges.jsonl",
} as const;

/** The files that a run writes. */
export interface ReportFiles {
  /** Adds an exchange to the journal, if there is one. */
  addExchange(record: ExchangeRecord): void;
  /** Writes every form that it can; what it could not, and why, comes back as sentences. */
  write(report: Report): string[];
}

/**
 * Makes ready what a run is to write: the folder and an empty journal in it. Throws a one-sentence error for a place
 * that can't be written to, so that this is known before a call costs anything.
 */
export function openReportFiles({
  outputs,
  folder,
  hasJournal = true,
}: {
  outputs: { [Form in keyof typeof forms]?: string };
  folder?: string | undefined;
  /** False where exchanges are read and not made. */
  hasJournal?: boolean;
}): ReportFiles {
  const files = Object.keys(forms).flatMap((name) => {
    const form = name as keyof typeof forms; // the object has no other keys
    const inFolder = folder === undefined ? [] : [join(folder, folderFiles[form])];
    return [...(outputs[form] === undefined ? [] : [outputs[form]]), ...inFolder].map((file) => ({ form, file }));
  });
  if (folder !== undefined) makeFolder(folder);
  for (const { file } of files) checkWritable(file);
  const journal = folder === undefined || !hasJournal ? undefined : join(folder, folderFiles.journal);
  if (journal !== undefined) writeFileSync(journal, "");
  const problems = new Map<string, string>();
  // A disk may be full in the middle of a run, which is no reason to lose the rest of it.
  const attempt = (file: string, write: () => void) => {
    try {
      if (!problems.has(file)) write();
    } catch (error) {
      problems.set(file, `${file} could not be written to its end: ${reasonOf(error)}.`);
    }
  };
  return {
    addExchange: (record) => {
      if (journal !== undefined) attempt(journal, () => appendFileSync(journal, writeExchange(record)));
    },
    write: (report) => {
      for (const { form, file } of files) attempt(file, () => writeFileSync(file, forms[form](report)));
      const text = folder === undefined ? undefined : join(folder, folderFiles.console);
      if (text !== undefined) attempt(text, () => writeFileSync(text, consoleReport(report)));
      return [...problems.values()];
    },
  };
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function makeFolder(folder: string) {
  try {
    mkdirSync(folder, { recursive: true });
  } catch {
    throw new Error(`The folder ${folder} can't be made; give another to --report.`);
  }
}

function checkWritable(file: string) {
  const about = statSync(file, { throwIfNoEntry: false });
  try {
    accessSync(about === undefined ? dirname(resolve(file)) : file, constants.W_OK);
  } catch {
    throw new Error(`The report can't be written to ${file}; it or its folder can't be written to or is not there.`);
  }
  if (about?.isDirectory()) throw new Error(`The report can't be written to ${file}, which is a folder.`);
}
