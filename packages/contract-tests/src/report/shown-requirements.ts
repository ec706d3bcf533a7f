import { requirements } from "@model-access/contract";
import type { Rule } from "../rule.js";
import { isJudged } from "./outcomes.js";
import type { RuleReport, ShownRequirements } from "./report.js";

/** A row is shown where a rule that names it was judged. */
export function shownRequirements(reports: RuleReport[], rules: Rule[]): ShownRequirements {
  const rows = requirements.filter(({ on }) => on.includes("check")).map(({ id }) => id);
  const reportsOn = (row: string) => reports.filter((report) => report.requirements.includes(row));
  const open = rows.filter((row) => !reportsOn(row).some(({ outcome }) => isJudged(outcome)));
  const needs = open.map((requirement) => ({
    requirement,
    needs: needOf(reportsOn(requirement)) ?? needOfUnselected(requirement, rules),
  }));
  return { shown: rows.length - open.length, total: rows.length, needs };
}

function needOf(reports: RuleReport[]): string | undefined {
  const [report] = reports;
  return reports.find(({ needs }) => needs !== undefined)?.needs ?? (report && needByOutcome(report));
}

function needByOutcome({ outcome, area, message = "", notRun }: RuleReport): string {
  if (notRun) return "a complete run";
  if (outcome === "inconclusive") return "a conclusive answer";
  if (outcome === "blocked") return "a valid answer";
  if (outcome === "error") return "a fix in these tests";
  return message.startsWith("Not offered")
    ? `a deployment with ${area}`
    : "data or features that this deployment lacks";
}

const needOfUnselected = (requirement: string, rules: Rule[]) =>
  rules.some((rule) => rule.requirements.includes(requirement))
    ? "rules that were not selected"
    : "a rule that is not written yet";
