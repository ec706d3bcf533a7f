import { requirements } from "@model-access/contract";
import type { Area } from "../areas.js";
import type { RuleResult } from "../judging/judge-rule.js";
import { areaOf, type Rule } from "../rule.js";
import type { Report, RuleReport, ShownRequirements } from "./report.js";
import { isBroken, isJudged, summarised, unansweredIn, unjudgedIn } from "./summarise.js";

/** A run without what follows from its rules. */
type RunFacts = Omit<
  Report,
  "startedAt" | "exitCode" | "unanswered" | "unjudged" | "areas" | "rules" | "requirements" | "baseline" | "comparison"
>;

export function reportOf(
  run: RunFacts & { areas: Area[]; results: RuleResult[]; startedAt: Date; names: string[] },
): Report {
  const { areas, results, startedAt, names, ...facts } = run;
  const isWhole = facts.problem === undefined && facts.stopped === undefined;
  const rules = results.map(ruleReport);
  return summarised({
    ...facts,
    unjudged: isWhole ? unjudgedIn(rules, names) : [],
    startedAt: startedAt.toISOString(),
    unanswered: unansweredIn(areas, results),
    rules,
    requirements: shownRequirements(
      rules,
      areas.flatMap((area) => area.rules),
    ),
  });
}

function ruleReport({ rule, hasPlainer: _, requirement, ...result }: RuleResult): RuleReport {
  return { ...aboutRule(rule), ...result, ...(isBroken(result.outcome) && clauseOf(rule, requirement)) };
}

type AboutRule = Pick<Rule, "id" | "topic" | "sentence" | "level" | "provenance" | "requirements" | "client">;

/** Returns what a report says of a rule, whatever came of it. */
export function aboutRule({ id, topic = "shape", sentence, level, provenance, requirements: rows, client }: AboutRule) {
  return {
    id,
    area: areaOf(id),
    topic,
    sentence,
    level,
    provenance,
    requirements: rows,
    ...(client !== undefined && { client }),
  };
}

/** Returns the statement of the specification that is broken, as a report quotes it: the rule's first, unless a finding names another. */
export function clauseOf({ requirements: [first] }: AboutRule, broken = first): { clause?: string } {
  const clause = requirements.find((row) => row.id === broken);
  return clause === undefined ? {} : { clause: `${clause.id}: ${clause.says}` };
}

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
  const isShown = (group: RuleReport[]) => group.some(({ outcome }) => isJudged(outcome));
  const judged = new Set(reports.flatMap((each) => (isJudged(each.outcome) ? each.requirements : [])));
  const namedLike = (ids: string[]) => reports.filter(({ id }) => ids.some((each) => id.startsWith(each)));
  const unjudgedOn = (row: string) =>
    judged.has(row)
      ? shownOnlyBy[row]?.map(namedLike).find((group) => !isShown(group))
      : reports.filter((report) => report.requirements.includes(row));
  const needs = rows.flatMap((requirement) => {
    const unjudged = unjudgedOn(requirement);
    if (unjudged === undefined) return [];
    return [{ requirement, needs: needOf(unjudged) ?? needOfUnselected(requirement, rules) }];
  });
  return { shown: rows.length - needs.length, total: rows.length, needs };
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
