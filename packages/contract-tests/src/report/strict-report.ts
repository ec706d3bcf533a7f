import type { Report } from "./report.js";
import { summarised } from "./summarise.js";

/** The report with every should as a must: what only warned fails. */
export function strictReport(report: Report): Report {
  const rules = report.rules.map((rule) => ({
    ...rule,
    level: rule.level === "should" ? ("must" as const) : rule.level,
    outcome: rule.outcome === "warn" ? ("fail" as const) : rule.outcome,
  }));
  return summarised({ ...report, rules });
}
