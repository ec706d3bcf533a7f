import type { Outcome } from "../judging/judge-rule.js";

/** Worst first: the first of these that an area has is its verdict. */
export const worstFirst = ["fail", "error", "inconclusive", "warn", "note", "blocked", "pass", "skip"] as const;

/** True where the deployment breaks the rule, whatever it weighs. */
export const isBroken = (outcome: string): boolean => ["fail", "warn", "note"].includes(outcome);

/** True where there was an answer to judge. */
export const isJudged = (outcome: string): boolean => outcome === "pass" || isBroken(outcome);

/** Counts rules by outcome, worst first. */
export function countOutcomes(rules: { outcome: Outcome }[]): Partial<Record<Outcome, number>> {
  const counts = worstFirst.map((each) => [each, rules.filter(({ outcome }) => outcome === each).length] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}
