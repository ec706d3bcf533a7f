import { countOutcomes, worstFirst } from "./outcomes.js";
import type { AreaReport, Report, RuleReport } from "./report.js";

type Unsummed = Omit<Report, "areas" | "exitCode">;

/** Adds what follows from the rules: the verdict on each area and the exit code. To be done anew when an outcome changes. */
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

function exitCodeOf({ rules, problem, stopped, unanswered }: Unsummed): Report["exitCode"] {
  if (rules.some(({ outcome, known }) => outcome === "fail" && known === undefined)) return 1;
  if (rules.some(({ outcome }) => outcome === "error")) return 2;
  if (problem !== undefined) return problem.kind === "model" ? 2 : 3;
  if (stopped !== undefined) return 4;
  return unanswered.length > 0 ? 3 : 0;
}
