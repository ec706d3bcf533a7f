import type { Area } from "../areas.js";
import type { RuleResult } from "../judging/judge-rule.js";

/** The valid calls of required areas about which a must could not be judged for lack of an answer. */
export function unansweredIn(areas: Area[], results: RuleResult[]): string[] {
  const needed = areas
    .filter(({ isRequired }) => isRequired)
    .flatMap(({ exchanges }) => exchanges.filter(({ isValid }) => isValid).map(({ id }) => id));
  const unjudged = results.filter(isUnjudged).flatMap(({ rule }) => rule.exchanges);
  return needed.filter((id) => unjudged.includes(id));
}

function isUnjudged({ outcome, rule }: RuleResult): boolean {
  return rule.level === "must" && (outcome === "inconclusive" || (outcome === "blocked" && rule.after === undefined));
}
