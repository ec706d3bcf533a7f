import { requirements } from "@model-access/contract";
import type { Rule } from "../rule.js";
import { isJudged } from "./outcomes.js";
import type { RuleReport, ShownRequirements } from "./report.js";

/**
 * Beginnings of the ids of rules that show what a row says, where other rules are only about it: one of each list has to be
 * judged. That no request was refused does not show a limit, and a wrong key nothing of permissions.
 */
const shownOnlyBy: Record<string, string[][]> = {
  "R1.4": [["messages/stream/status"], ["messages/tools/call"], ["messages/stream/pictures-counted"]],
  "R1.5": [
    ["responses/structured/effort", "responses/tools-stream/effort"],
    ["responses/structured/summary", "responses/tools-stream/summary"],
    ["responses/structured/search"],
    ["responses/structured/json"],
    ["responses/tools-stream/call"],
  ],
  "R1.6": [["videos/created/"], ["videos/remixed/"], ["videos/extended/"]],
  "R1.14": [["messages/refused/foreign-model"]],
  "R2.11": [["messages/refused/dated-without-max-tokens"]],
  "R4.9": [["responses/reply/output-text", "responses/stream/output-text"]],
  "R5.2": [["messages/stream/status"]],
  "R5.3": [["keys/no-permission"]],
  "R8.1": [["limit/", "burst/"]],
  "R8.2": [["chat/refused/temperature-"], ["messages/refused/temperature-"]],
  "R9.3": [["messages/refused/dated-without-max-tokens"]],
};

/** A row is shown where a rule that names it was judged, and each that it needs. */
export function shownRequirements(reports: RuleReport[], rules: Rule[]): ShownRequirements {
  const rows = requirements.filter(({ on }) => on.includes("check")).map(({ id }) => id);
  const reportsOn = (row: string) => reports.filter((report) => report.requirements.includes(row));
  const groupsOn = (row: string) => [
    reportsOn(row),
    ...(shownOnlyBy[row] ?? []).map((ids) => reports.filter(({ id }) => ids.some((each) => id.startsWith(each)))),
  ];
  const unjudgedOn = (row: string) => groupsOn(row).find((group) => !group.some(({ outcome }) => isJudged(outcome)));
  const open = rows.filter((row) => unjudgedOn(row) !== undefined);
  const needs = open.map((requirement) => ({
    requirement,
    needs: needOf(unjudgedOn(requirement) ?? []) ?? needOfUnselected(requirement, rules),
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
