import type { Area } from "../areas.js";
import type { RuleResult } from "../judging/judge-rule.js";
import { isNamed } from "../select.js";
import { isJudged } from "./outcomes.js";
import type { RuleReport, Unjudged } from "./report.js";

/** The names that were asked for of which no rule could be judged, each with the reason that most of its rules have. */
export function unjudgedIn(rules: Pick<RuleReport, "id" | "outcome" | "message">[], names: string[]): Unjudged[] {
  return [...new Set(names)].flatMap((name) => {
    const named = rules.filter(({ id }) => isNamed(id, name));
    if (named.length === 0 || named.some(({ outcome }) => isJudged(outcome) || outcome === "error")) return [];
    const reasons = named.flatMap(({ message }) => message ?? []);
    const count = (reason: string) => reasons.filter((each) => each === reason).length;
    const [first] = reasons.toSorted((one, other) => count(other) - count(one));
    return [{ name, reason: first ?? "No call of it was made." }];
  });
}

/** The valid calls of required areas about which a must could not be judged for lack of an answer. */
export function unansweredIn(areas: Area[], results: RuleResult[]): string[] {
  const needed = areas
    .filter(({ isRequired }) => isRequired)
    .flatMap(({ exchanges }) => exchanges.filter(({ isValid }) => isValid).map(({ id }) => id));
  const unjudged = results.filter(isUnjudged).flatMap(({ rule }) => rule.exchanges);
  // A rule that compares several calls lacks one of them, and not those on which other rules passed.
  const judged = results.flatMap(({ rule, outcome }) =>
    outcome === "pass" && rule.exchanges.length === 1 ? rule.exchanges : [],
  );
  return needed.filter((id) => unjudged.includes(id) && !judged.includes(id));
}

function isUnjudged({ outcome, rule }: RuleResult): boolean {
  return rule.level === "must" && (outcome === "inconclusive" || (outcome === "blocked" && rule.after === undefined));
}
