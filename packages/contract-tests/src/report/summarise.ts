import { exitCodeOf } from "./exit-code.js";
import { countOutcomes, worstFirst } from "./outcomes.js";
import type { AreaReport, Report, RuleReport } from "./report.js";

type Unsummed = Omit<Report, "areas" | "exitCode">;

/** Adds what follows from the rules: the verdict on each area and the exit code. To be done again when an outcome changes. */
export function summarised(run: Unsummed): Report {
  const names = [...new Set(run.rules.map(({ area }) => area))];
  return { ...run, areas: names.map((name) => areaReport(name, run.rules)), exitCode: exitCodeOf(run) };
}

function areaReport(name: string, all: RuleReport[]): AreaReport {
  const rules = all.filter(({ area }) => area === name);
  const counts = countOutcomes(rules);
  const verdict = worstFirst.find((outcome) => counts[outcome] !== undefined) ?? "skip";
  const reason = ["skip", "inconclusive"].includes(verdict)
    ? rules.find(({ outcome }) => outcome === verdict)?.message
    : undefined;
  const notRun = rules.filter((rule) => rule.notRun).length;
  return { name, verdict, ...(reason !== undefined && { reason }), counts, ...(notRun > 0 && { notRun }) };
}
