import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { jsonReport } from "../src/index.js";
import { openReportFiles } from "../src/report/write-reports.js";
import { recordedExchange } from "./recorded-exchange.ts";
import { sampleReport } from "./sample-report.js";

const folder = mkdtempSync(join(tmpdir(), "contract-reports-"));
const file = join(folder, "a-file");
writeFileSync(file, "");
afterAll(() => rmSync(folder, { recursive: true }));

test("the journal has each exchange as soon as it is over", () => {
  const inner = join(folder, "a/b");
  const journal = () => readFileSync(join(inner, "exchanges.jsonl"), "utf8");
  const record = recordedExchange();
  const files = openReportFiles({ outputs: {}, folder: inner });
  const atStart = journal();

  files.addExchange(record);

  expect(atStart).toBe("");
  expect(journal()).toBe(`${JSON.stringify(record)}\n`);
  expect(existsSync(join(inner, "report.json"))).toBe(false);
});

test("writes all that it can where the disk is full in the middle of a run, and says what it could not", () => {
  const inner = join(folder, "full");
  const files = openReportFiles({ outputs: {}, folder: inner });
  rmSync(join(inner, "exchanges.jsonl"));
  mkdirSync(join(inner, "exchanges.jsonl"));
  mkdirSync(join(inner, "report.html"));

  files.addExchange(recordedExchange());
  const problems = files.write(sampleReport([{}]));

  expect(problems).toEqual([
    expect.stringContaining("exchanges.jsonl could not be written completely: "),
    expect.stringContaining("report.html could not be written completely: "),
  ]);
  expect(existsSync(join(inner, "report.json"))).toBe(true);
});

test("leaves a folder to the run that has begun later, and says so", () => {
  const inner = join(folder, "shared");
  const own = join(folder, "of-the-earlier.json");
  const earlier = openReportFiles({ outputs: { json: own }, folder: inner });
  const later = openReportFiles({ outputs: {}, folder: inner });

  later.addExchange(recordedExchange({ id: "later#1" }));
  earlier.addExchange(recordedExchange({ id: "earlier#1" }));
  const problems = [later.write(sampleReport([{ id: "chat/later" }])), earlier.write(sampleReport([{}]))];

  expect(problems).toEqual([[], [expect.stringContaining("a later run uses that folder; give each run its own.")]]);
  expect(readFileSync(join(inner, "exchanges.jsonl"), "utf8")).not.toContain("earlier#1");
  expect(readFileSync(join(inner, "report.json"), "utf8")).toContain("chat/later");
  expect(existsSync(own)).toBe(true);
});

test("writes a form where it is asked for and in the folder too", () => {
  const json = join(folder, "own.json");
  const report = sampleReport([{}]);

  openReportFiles({ outputs: { json }, folder }).write(report);

  expect(readFileSync(json, "utf8")).toBe(jsonReport(report));
  expect(readFileSync(join(folder, "report.json"), "utf8")).toBe(jsonReport(report));
});

test.each([
  [
    "a file in no folder",
    { outputs: { json: "/nowhere/x.json" } },
    "The report can't be written to /nowhere/x.json; create its folder",
  ],
  ["a folder for a file", { outputs: { html: folder } }, "which is a folder."],
  [
    "a file for a folder",
    { outputs: {}, folder: file },
    `The folder ${file} can't be created; give --report another one.`,
  ],
])("refuses %s before anything is sent, in one sentence", (_title, options, message) => {
  expect(() => openReportFiles(options)).toThrow(message);
});

// A file system that says of every new folder that its parent is missing.
test.runIf(process.platform === "linux")("refuses a folder in /proc, and does not try for ever", () => {
  expect(() => openReportFiles({ outputs: {}, folder: "/proc/contract-reports/a" })).toThrow(
    "The folder /proc/contract-reports/a can't be created; give --report another one.",
  );
});
