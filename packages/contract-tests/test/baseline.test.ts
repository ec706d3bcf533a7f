import { expect, test } from "vitest";
import { applyBaseline, consoleReport, junitReport, readBaseline, rules } from "../src/index.js";
import { sampleReport } from "./sample-report.js";

const failing = sampleReport([{ outcome: "fail", message: "The text is absent." }]);
const entry = { rule: "chat/reply/text", reason: "ticket 12", expires: "2026-12-31" };

test("a known failure is shown and does not count", () => {
  const report = applyBaseline(failing, [entry]);

  expect(failing.exitCode).toBe(1);
  expect(report.exitCode).toBe(0);
  expect(report.baseline).toEqual({ passAgain: [], expired: [] });
  expect(consoleReport(report)).toContain(
    "Every required rule that was judged holds, except known failures. Not counted: 1 known failure.",
  );
  expect(consoleReport(report)).toContain("FAIL (known) chat/reply/text");
  expect(consoleReport(report)).toContain("known    ticket 12 (until 2026-12-31)");
  expect(junitReport(report)).toContain('<skipped message="known until 2026-12-31: ticket 12" type="fail">');
});

test("an unknown failure counts beside a known one", () => {
  const report = applyBaseline(sampleReport([{ outcome: "fail" }, { id: "chat/reply/id", outcome: "fail" }]), [entry]);

  expect(report.exitCode).toBe(1);
});

test("an entry holds on its last day and not a day longer", () => {
  const at = (startedAt: string) => applyBaseline({ ...failing, startedAt }, [entry]);

  expect(at("2026-12-31T23:59:59.999Z").exitCode).toBe(0);
  expect(at("2027-01-01T00:00:00.000Z").exitCode).toBe(1);
  expect(consoleReport(at("2027-01-01T00:00:00.000Z"))).toContain(
    "Expired baseline entries, which no longer apply:\n  chat/reply/text",
  );
});

test("an entry whose rule passes again is reported, and one that was not judged is not", () => {
  const entries = [entry, { ...entry, rule: "chat/stream/text" }, { ...entry, rule: "models/list/status" }];
  const report = applyBaseline(sampleReport([{}, { id: "chat/stream/text", outcome: "skip" }]), entries);

  expect(report.baseline).toEqual({ passAgain: ["chat/reply/text"], expired: [] });
  expect(consoleReport(report)).toContain(
    "Known failures that pass again; remove them from the baseline:\n  chat/reply/text",
  );
});

test("reads a list of rules that there are", () => {
  const entries = rules.slice(0, 2).map(({ id }) => ({ ...entry, rule: id }));

  expect(readBaseline(JSON.stringify(entries))).toEqual(entries);
  expect(readBaseline("[]")).toEqual([]);
});

test.each([
  ["no JSON", "rule: x", "The baseline is not valid; write a list such as"],
  ["no list", "{}", "The baseline is not valid; write a list such as"],
  ["an entry that is none", "[null]", "Entry 1 of the baseline needs the texts rule, reason and expires"],
  ["no expiry", '[{"rule":"models/list","reason":"x"}]', "Entry 1 of the baseline needs the texts"],
  [
    "an unknown rule",
    '[{"rule":"chat/x","reason":"x","expires":"2027-01-31"}]',
    'names the rule "chat/x", which does not exist',
  ],
  ["no day", `[{"rule":"${rules[0]?.id}","reason":"x","expires":"2027-02-30"}]`, '"2027-02-30", which is not a date'],
])("refuses a baseline with %s, in one sentence", (_title, text, message) => {
  expect(() => readBaseline(text)).toThrow(message);
});
