import { isBroken, isJudged } from "./outcomes.js";
import type { Change, Report } from "./report.js";

/** Compares a run with an earlier one, rule by rule. */
export function compareReports(last: Pick<Report, "startedAt" | "rules">, report: Report): Report {
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
