import { parseJson } from "../reading/parse-json.js";
import { worstFirst } from "./outcomes.js";
import type { Report } from "./report.js";

/** The members of an earlier report that are compared. */
export type LastReport = Pick<Report, "startedAt" | "rules">;

/** Reads a report that the command wrote, of this version or another. Throws a one-sentence error for anything else. */
export function readLastReport(text: string): LastReport {
  const report = parseJson(text);
  if (isReport(report)) return report;
  throw new Error(
    "The file to compare with is not a JSON report of the contract tests; give one that --json or --report wrote.",
  );
}

function isReport(value: unknown): value is LastReport {
  const { startedAt, rules } = Object(value) as Record<string, unknown>; // any object may be asked for members
  return typeof startedAt === "string" && Array.isArray(rules) && rules.every(isRule);
}

function isRule(value: unknown): boolean {
  const { id, outcome } = Object(value) as Record<string, unknown>; // as above
  return typeof id === "string" && worstFirst.some((known) => known === outcome);
}
