import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { applyBaseline, compareReports, jsonReport, type Report, reportSchema, strictReport } from "../src/index.js";
import { noText, runOn, runWithKeys } from "./deployment.ts";
import { sampleReport } from "./sample-report.js";

// biome-ignore lint/suspicious/noExplicitAny: a module by its path has no types
const load: (name: string) => any = createRequire(createRequire(import.meta.url).resolve("@model-access/mock"));
const ajv = new (load("ajv/dist/2020").Ajv2020)({ allErrors: true, allowUnionTypes: true });
load("ajv-formats").default(ajv);
const validate = ajv.compile(closed(reportSchema));

test("a report of a correct deployment is as the schema says, with no member that it does not name", async () => {
  expect(errorsIn(await runOn())).toEqual([]);
});

test("a report of findings is too, with what strictness, a baseline and a comparison add", async () => {
  const run = await runWithKeys(noText);
  const entries = run.rules.map(({ id }) => ({ rule: id, reason: "known", expires: "2999-12-31" }));
  const report = compareReports(sampleReport([{}]), applyBaseline(strictReport(run), entries));

  expect(run.exitCode).toBe(1);
  expect(report.exitCode).toBe(0);
  expect(errorsIn(report)).toEqual([]);
});

test.each([
  ["that could not begin", { baseURL: "http://127.0.0.1:1" }, 3],
  ["whose key is refused", { apiKey: "sk-mock-revoked" }, 3],
  ["that was interrupted", { signal: AbortSignal.abort() }, 4],
  ["whose budget ended", { maxCalls: 6 }, 4],
] as const)("a report of a run %s is too", async (_title, options, exitCode) => {
  const report = await runOn({}, options);

  expect(report.exitCode).toBe(exitCode);
  expect(errorsIn(report)).toEqual([]);
});

test("the schema refuses what is no report", () => {
  const report = sampleReport([{}]);
  const { points: _, ...withoutPoints } = report;

  expect(errorsIn(report)).toEqual([]);
  expect(validate(withoutPoints)).toBe(false);
  expect(validate({ ...report, exitCode: 5 })).toBe(false);
  expect(validate({ ...report, rules: [{ ...report.rules[0], outcome: "broken" }] })).toBe(false);
});

test("strictness makes failures of warnings, and of what should hold what must", () => {
  const report = sampleReport([
    { id: "chat/a", outcome: "warn", level: "should" },
    { id: "chat/b", outcome: "note", level: "note" },
  ]);

  const strict = strictReport(report);

  expect([report.exitCode, strict.exitCode]).toEqual([0, 1]);
  expect(strict.rules.map(({ outcome, level }) => [outcome, level])).toEqual([
    ["fail", "must"],
    ["note", "note"],
  ]);
  expect(strict.areas[0]?.verdict).toBe("fail");
});

function errorsIn(report: Report): unknown[] {
  validate(JSON.parse(jsonReport(report)));
  return validate.errors ?? [];
}

/** The schema with every object closed, so that a member it lacks is noticed. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== "object" || schema === null) return schema;
  const members = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]));
  return "properties" in schema ? { ...members, additionalProperties: false } : members;
}
