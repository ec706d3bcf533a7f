import { parseJson } from "../reading/parse-json.js";
import type { Change, Report } from "./report.js";
import { isBroken, isJudged, worstFirst } from "./summarise.js";

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

/** Compares a run with an earlier one, rule by rule. */
export function compareReports(last: LastReport, report: Report): Report {
  const ids = [...new Set([...report.rules, ...last.rules].map(({ id }) => id))];
  const changes = ids.map((id): Change => ({ id, was: outcomeIn(last, id), is: outcomeIn(report, id) }));
  return {
    ...report,
    comparison: {
      since: last.startedAt,
      newlyFailing: changes.filter(({ was, is }) => isBroken(is) && weightOf(is) > weightOf(was)),
      newlyPassing: changes.filter(({ was, is }) => is === "pass" && isBroken(was)),
      noLongerRun: changes.filter(({ was, is }) => isJudged(was) && !isJudged(is)),
    },
  };
}

const outcomeIn = ({ rules }: Pick<Report, "rules">, id: string): Change["was"] =>
  rules.find((rule) => rule.id === id)?.outcome ?? "absent";

/** A rule that is broken in a heavier way than before fails newly, too. */
const weightOf = (outcome: string) => ["note", "warn", "fail"].indexOf(outcome);
