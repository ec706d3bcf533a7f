import { rules as allRules } from "../areas.js";
import type { Exchange, Missing } from "../exchange.js";
import { createCleaner } from "../report/clean.js";
import type { Rule } from "../rule.js";
import { idsBefore, judgeRule, type RuleResult, resultBefore } from "./judge-rule.js";

/**
 * Judges exchanges that were made before, by the rules of a run: the same exchanges give the same results. A rule that reads
 * one that is not there is skipped.
 */
export function judgeExchanges(made: Exchange[], rules: Rule[] = allRules): RuleResult[] {
  const results = new Map<string, RuleResult>();
  const ruleOf = new Map(rules.map((rule) => [rule.id, rule]));
  const clean = createCleaner();
  const judge = (rule: Rule): RuleResult => {
    const known = results.get(rule.id);
    if (known !== undefined) return known;
    const before = idsBefore(rule).flatMap((id) => ruleOf.get(id) ?? []);
    const read = rule.exchanges.map((id): Exchange | Missing => made.find(({ plan }) => plan.id === id) ?? absent(id));
    const result =
      resultBefore(rule, before.map(judge)) ?? judgeRule(rule, read, { made, keys: { apiKey: "" }, clean });
    results.set(rule.id, result);
    return result;
  };
  return rules.map(judge);
}

const absent = (id: string): Missing => ({ outcome: "skip", reason: `There is no exchange ${id}.` });
