import { accessSync, appendFileSync, constants, mkdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type ExchangeRecord, writeExchange } from "@model-access/contract";
import { consoleReport } from "./console.js";
import { htmlReport } from "./html.js";
import { jsonReport } from "./json.js";
import { junitReport } from "./junit.js";
import { markdownReport } from "./markdown.js";
import type { Report } from "./report.js";

/** Each form of the report, by the option that asks for it. */
const forms = { json: jsonReport, junit: junitReport, html: htmlReport, markdown: markdownReport };

/** The files of a report folder. */
const folderFiles = {
  json: "report.json",
  junit: "junit.xml",
  html: "report.html",
  markdown: "report.md",
  console: "report.txt",
  journal: "exchanges.jsonl",
} as const;

/** The files that a run writes. */
export interface ReportFiles {
  /** Adds an exchange to the journal, if there is one. */
  addExchange(record: ExchangeRecord): void;
  write(report: Report): void;
}

/**
 * Makes ready what a run is to write: the folder and an empty journal in it. Throws a one-sentence error for a place
 * that can't be written to, so that this is known before a call costs anything.
 */
export function openReportFiles({
  outputs,
  folder,
}: {
  outputs: { [Form in keyof typeof forms]?: string };
  folder?: string | undefined;
}): ReportFiles {
  const files = Object.keys(forms).flatMap((name) => {
    const form = name as keyof typeof forms; // the object has no other keys
    const inFolder = folder === undefined ? [] : [join(folder, folderFiles[form])];
    return [...(outputs[form] === undefined ? [] : [outputs[form]]), ...inFolder].map((file) => ({ form, file }));
  });
  if (folder !== undefined) makeFolder(folder);
  for (const { file } of files) checkWritable(file);
  const journal = folder === undefined ? undefined : join(folder, folderFiles.journal);
  if (journal !== undefined) writeFileSync(journal, "");
  return {
    addExchange: (record) => {
      if (journal !== undefined) appendFileSync(journal, writeExchange(record));
    },
    write: (report) => {
      for (const { form, file } of files) writeFileSync(file, forms[form](report));
      if (folder !== undefined) writeFileSync(join(folder, folderFiles.console), consoleReport(report));
    },
  };
}

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
