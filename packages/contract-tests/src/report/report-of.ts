import { requirements } from "@model-access/contract";
import type { Area } from "../areas.js";
import type { RuleResult } from "../judging/judge-rule.js";
import { areaOf, type Rule } from "../rule.js";
import { isBroken } from "./outcomes.js";
import type { Report, RuleReport } from "./report.js";
import { shownRequirements } from "./shown-requirements.js";
import { summarised } from "./summarise.js";
import { unansweredIn } from "./unjudged.js";

type RunFacts = Pick<
  Report,
  | "contractVersion"
  | "baseURL"
  | "seconds"
  | "calls"
  | "billedCalls"
  | "points"
  | "problem"
  | "stopped"
  | "exchanges"
  | "unjudged"
  | "failOn"
>;

/** Puts a run together. */
export function reportOf(run: RunFacts & { areas: Area[]; results: RuleResult[]; startedAt: Date }): Report {
  const { areas, results, startedAt, ...facts } = run;
  const rules = results.map(ruleReport);
  return summarised({
    ...facts,
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
