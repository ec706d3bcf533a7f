import type { Exchange, Missing } from "../exchange.js";
import {
  idsBefore,
  isBroken,
  type JudgeContext,
  judgeRule,
  type RuleResult,
  resultBefore,
  resultOf,
  verdictOn,
} from "../judging/judge-rule.js";
import type { Keys } from "../keys/key-variables.js";
import type { Cleaner } from "../report/clean.js";
import type { Rule } from "../rule.js";
import type { Session } from "./session.js";

/** Judges rules one by one; a rule that hangs on another is judged after it. The calls are made as rules ask for them. */
export function createJudge(context: {
  rules: Rule[];
  selected: Rule[];
  session: Session;
  keys: Keys;
  clean: Cleaner;
}): (rule: Rule) => Promise<RuleResult> {
  const { rules, selected, session, keys, clean } = context;
  const ruleOf = new Map(rules.map((rule) => [rule.id, rule]));
  const results = new Map<string, Promise<RuleResult>>();
  const kept = new Set<string>();
  return judge;

  function judge(rule: Rule): Promise<RuleResult> {
    const result = results.get(rule.id) ?? evaluate(rule);
    results.set(rule.id, result);
    return result;
  }

  async function evaluate(rule: Rule): Promise<RuleResult> {
    for (const id of idsBefore(rule)) {
      const before = ruleOf.get(id);
      const result = before && resultBefore(rule, [await judge(before)]);
      if (result !== undefined) return result;
    }
    const read: (Exchange | Missing)[] = [];
    for (const id of rule.exchanges) {
      await session.callAhead(id, () => nextTo(rule));
      read.push(await session.exchange(id)); // one call at a time
    }
    const about: JudgeContext = { made: session.made(), keys, clean };
    const result = judgeRule(rule, read, about);
    if (result.outcome === "pass") kept.add(rule.id);
    const [first] = read;
    if (first === undefined || !("plan" in first) || first.plan.smaller === undefined || result.exchange === undefined)
      return result;
    const smallest = await session.shrink(first, (smaller) => isBroken(verdictOn(rule, [smaller])));
    return resultOf(rule, verdictOn(rule, [smallest]), { exchange: smallest, keys, clean });
  }

  function nextTo(rule: Rule): string[] {
    const isNext = (each: Rule) => idsBefore(each).every((id) => kept.has(id));
    return [rule, ...selected.filter(isNext)].flatMap(({ exchanges }) => exchanges);
  }
}
