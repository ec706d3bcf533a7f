import type { RuleResult } from "../judging/judge-rule.js";
import { isNamed } from "../select.js";
import { isJudged } from "./outcomes.js";

/** The names that were asked for of which no rule could be judged, each with the reason that most of its rules have. */
export function unjudgedIn(results: RuleResult[], names: string[]): { name: string; reason: string }[] {
  return [...new Set(names)].flatMap((name) => {
    const named = results.filter(({ rule }) => isNamed(rule.id, name));
    if (named.length === 0 || named.some(({ outcome }) => isJudged(outcome) || outcome === "error")) return [];
    const reasons = named.flatMap(({ message }) => message ?? []);
    const count = (reason: string) => reasons.filter((each) => each === reason).length;
    const [first] = reasons.toSorted((one, other) => count(other) - count(one));
    return [{ name, reason: first ?? "No call of it was made." }];
  });
}
