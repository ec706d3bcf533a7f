import {
  accessSync,
  appendFileSync,
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type ExchangeRecord, writeExchange } from "@model-access/contract";
import { consoleReport } from "./console.js";
import { htmlReport } from "./html.js";
import { junitReport } from "./junit.js";
import { markdownReport } from "./markdown.js";
import type { Report } from "./report.js";
import { jsonReport } from "./report-schema.js";
import { sarifReport } from "./sarif.js";

const forms = { json: jsonReport, junit: junitReport, html: htmlReport, markdown: markdownReport, sarif: sarifReport };

const folderFiles = {
  json: "report.json",
  junit: "junit.xml",
  html: "report.html",
  markdown: "report.md",
  sarif: "report.sarif",
  console: "report.txt",
  journal: "exchanges.jsonl",
} as const;

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
}) {
  const files = Object.keys(forms).flatMap((name) => {
    const form = name as keyof typeof forms; // the object has no other keys
    const inFolder = folder === undefined ? [] : [join(folder, folderFiles[form])];
    return [...(outputs[form] === undefined ? [] : [outputs[form]]), ...inFolder].map((file) => ({ form, file }));
  });
  if (folder !== undefined) makeFolder(folder);
  for (const { file } of files) checkWritable(file);
  const journal = folder === undefined || !hasJournal ? undefined : openJournal(join(folder, folderFiles.journal));
  const problems = new Map<string, string>();
  // A disk may be full in the middle of a run, which is no reason to lose the rest of it.
  const attempt = (file: string, write: () => void) => {
    try {
      if (!problems.has(file)) write();
    } catch (error) {
      problems.set(file, `${file} could not be written completely: ${reasonOf(error)}.`);
    }
  };
  return {
    /** Adds an exchange to the journal, if there is one. */
    addExchange: (record: ExchangeRecord): void => {
      if (journal === undefined || journal.isReplaced()) return;
      attempt(journal.file, () => appendFileSync(journal.file, writeExchange(record)));
    },
    /** Writes every form that it can; what it could not, and why, comes back as sentences. */
    write: (report: Report): string[] => {
      const isTaken = folder !== undefined && journal?.isReplaced() === true;
      for (const { form, file } of files) {
        if (isTaken && dirname(file) === join(folder)) continue;
        attempt(file, () => writeFileSync(file, forms[form](report)));
      }
      const text = folder === undefined || isTaken ? undefined : join(folder, folderFiles.console);
      if (text !== undefined) attempt(text, () => writeFileSync(text, consoleReport(report)));
      journal?.close();
      return [...problems.values(), ...(isTaken ? [takenSentence(folder)] : [])];
    },
  };
}

const takenSentence = (folder: string) =>
  `This run did not write its reports to ${folder}, because a later run uses that folder; give each run its own.`;

/** Makes a new journal. It is held open, so that no other file on the disk can be taken for it. */
function openJournal(file: string): { file: string; isReplaced(): boolean; close(): void } {
  if (statSync(file, { throwIfNoEntry: false })?.isFile()) rmSync(file);
  const held = openSync(file, "w");
  const { ino } = fstatSync(held);
  return {
    file,
    isReplaced() {
      const now = statSync(file, { throwIfNoEntry: false });
      return now?.isFile() === true && now.ino !== ino;
    },
    close: () => closeSync(held),
  };
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function makeFolder(folder: string) {
  try {
    makeWithParents(resolve(folder));
  } catch {
    throw new Error(`The folder ${folder} can't be created; give --report another one.`);
  }
}

/** Makes one folder after the other: `recursive` never ends in a file system such as /proc, which says that a parent is missing. */
function makeWithParents(folder: string) {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  makeWithParents(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error; // another run may have made it meanwhile
  }
}

function checkWritable(file: string) {
  const about = statSync(file, { throwIfNoEntry: false });
  try {
    accessSync(about === undefined ? dirname(resolve(file)) : file, constants.W_OK);
  } catch {
    throw new Error(`The report can't be written to ${file}; create its folder, or give another file.`);
  }
  if (about?.isDirectory()) throw new Error(`The report can't be written to ${file}, which is a folder.`);
}
