import { requirements } from "@model-access/contract";
import type { Area } from "../areas.js";
import type { RuleResult } from "../judging/judge-rule.js";
import { areaOf } from "../rule.js";
import { topicOf } from "../topic.js";
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

function ruleReport({ rule, ...result }: RuleResult): RuleReport {
  const { id, sentence, level, provenance, requirements: rows, client } = rule;
  const clause = requirements.find((row) => row.id === rows[0]);
  return {
    id,
    area: areaOf(id),
    topic: topicOf(id),
    sentence,
    level,
    provenance,
    requirements: rows,
    ...(client !== undefined && { client }),
    ...result,
    ...(isBroken(result.outcome) && clause && { clause: `${clause.id}: ${clause.says}` }),
  };
}
