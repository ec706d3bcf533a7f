import { expect, test } from "vitest";
import { compareReports, consoleReport, jsonReport, markdownReport, readLastReport } from "../src/index.js";
import { sampleReport } from "./sample-report.js";

test("says what fails newly, passes newly, and is no longer run", () => {
  const last = sampleReport(
    [
      { id: "a/fixed", outcome: "fail" },
      { id: "a/waiting", outcome: "blocked" },
      { id: "a/left-out" },
      { id: "a/lost" },
      { id: "a/worse", outcome: "note" },
      { id: "a/better", outcome: "fail" },
    ],
    { startedAt: "2026-11-20T12:00:00.000Z" },
  );
  const now = sampleReport([
    { id: "a/fixed" },
    { id: "a/waiting", outcome: "warn" },
    { id: "a/lost", outcome: "inconclusive" },
    { id: "a/worse", outcome: "fail" },
    { id: "a/better", outcome: "warn" },
    { id: "a/new", outcome: "fail" },
  ]);

  const report = compareReports(readLastReport(jsonReport(last)), now);

  expect(report.comparison).toEqual({
    since: last.startedAt,
    newlyFailing: [
      { id: "a/waiting", was: "blocked", is: "warn" },
      { id: "a/worse", was: "note", is: "fail" },
      { id: "a/new", was: "absent", is: "fail" },
    ],
    newlyPassing: [{ id: "a/fixed", was: "fail", is: "pass" }],
    noLongerRun: [
      { id: "a/lost", was: "pass", is: "inconclusive" },
      { id: "a/left-out", was: "pass", is: "absent" },
    ],
  });
  expect(consoleReport(report)).toContain(
    "Newly failing since 2026-11-20T12:00:00.000Z:\n  a/waiting (blocked, now warn)\n  a/worse (note, now fail)\n  a/new (absent, now fail)",
  );
  expect(markdownReport(report)).toContain(
    "**Newly passing since `2026-11-20T12:00:00.000Z`:**\n\n- `a/fixed` (fail, now pass)",
  );
});

test("names the first twenty of many changes", () => {
  const last = sampleReport(Array.from({ length: 23 }, (_, index) => ({ id: `chat/${index}` })));

  const report = compareReports(last, sampleReport([{ id: "models/a" }]));

  expect(consoleReport(report)).toContain("  chat/19 (pass, now absent)\n  and 3 more");
  expect(markdownReport(report)).toContain("- `chat/19` (pass, now absent)\n- and 3 more");
});

test("a rule that keeps failing, passing or waiting has not changed", () => {
  const last = sampleReport([{ id: "a/b", outcome: "fail" }, { id: "a/c" }, { id: "a/d", outcome: "skip" }]);

  const report = compareReports(last, last);

  expect(report.comparison).toEqual({ since: last.startedAt, newlyFailing: [], newlyPassing: [], noLongerRun: [] });
  expect(consoleReport(report)).toContain(`Nothing has changed since ${last.startedAt}.`);
});

test.each([
  ["no JSON", "x"],
  ["another JSON", "[]"],
  ["a rule without an outcome", '{"startedAt":"2026-01-01T00:00:00Z","rules":[{"id":"x"}]}'],
])("refuses to compare with %s, in one sentence", (_title, text) => {
  expect(() => readLastReport(text)).toThrow("The file to compare with is not a JSON report of the contract tests");
});
