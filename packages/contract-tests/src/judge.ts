import type { Cleaner } from "./clean.js";
import { curlOf, longestCommand } from "./curl.js";
import type { Exchange, Missing } from "./exchange.js";
import type { Keys } from "./key-variables.js";
import { type Finding, type Level, levelOf, type Rule, type Verdict } from "./rule.js";
import type { Session } from "./session.js";

/** What came of a rule. `fail`, `warn` and `note` are broken rules, by weight; the rest judged nothing but `pass`. */
export type Outcome = "pass" | "fail" | "warn" | "note" | "skip" | "blocked" | "disturbed" | "error";

/** A rule and what came of it. All text from outside is clean. */
export interface RuleResult {
  rule: Rule;
  outcome: Outcome;
  /** What is wrong, or why nothing was judged. */
  message?: string;
  expected?: string;
  actual?: string;
  pointer?: string;
  eventNumber?: number;
  /** A command line that repeats the call, with the key left to the environment. */
  curl?: string;
  /** The call that a finding quotes. */
  exchange?: string;
  /** What would let the rule be judged, in a few words. */
  needs?: string;
  /** True where the run was stopped before it. */
  notRun?: true;
}

const weights: Level[] = ["note", "should", "must"];
const outcomes = { must: "fail", should: "warn", note: "note" } as const;

/** Judges rules one by one; a rule that hangs on another is judged after it. The calls are made as rules ask for them. */
export function createJudge(context: {
  rules: Rule[];
  session: Session;
  keys: Keys;
  clean: Cleaner;
}): (rule: Rule) => Promise<RuleResult> {
  const { rules, session, keys, clean } = context;
  const ruleOf = new Map(rules.map((rule) => [rule.id, rule]));
  const results = new Map<string, Promise<RuleResult>>();
  return judge;

  function judge(rule: Rule): Promise<RuleResult> {
    const result = results.get(rule.id) ?? evaluate(rule);
    results.set(rule.id, result);
    return result;
  }

  async function evaluate(rule: Rule): Promise<RuleResult> {
    for (const id of [rule.after ?? []].flat()) {
      const before = ruleOf.get(id);
      if (before === undefined) continue;
      const { outcome, message, needs, notRun } = await judge(before);
      if (outcome === "skip" || outcome === "disturbed" || outcome === "blocked") {
        const about = { ...(message !== undefined && { message }), ...(needs !== undefined && { needs }) };
        return { rule, outcome, ...about, ...(notRun && { notRun }) };
      }
      if (outcome !== "pass") return { rule, outcome: "blocked", message: `Not judged, because ${id} does not hold.` };
    }
    const read: (Exchange | Missing)[] = [];
    for (const id of rule.exchanges) read.push(await session.exchange(id)); // one call at a time
    const isInTheWay = (each: Exchange | Missing): each is Missing =>
      "outcome" in each && !(each.outcome === "skip" && !each.notRun && rule.takesMissing === true);
    const missing = read.find(isInTheWay);
    if (missing !== undefined) {
      const { outcome, reason, needs, notRun } = missing;
      return { rule, outcome, message: reason, ...(needs !== undefined && { needs }), ...(notRun && { notRun }) };
    }
    const exchanges = rule.readsAll ? session.made() : read.filter((each): each is Exchange => "plan" in each);
    return resultOf(rule, verdictOn(rule, exchanges), exchanges[0]);
  }

  function resultOf(rule: Rule, verdict: Verdict | Error, exchange: Exchange | undefined): RuleResult {
    if (verdict instanceof Error)
      return { rule, outcome: "error", message: clean(`The rule itself failed: ${verdict.message}`) };
    if (verdict.outcome === "pass") return { rule, outcome: "pass" };
    if (verdict.outcome !== "broken") {
      const { outcome, reason, needs } = verdict;
      return { rule, outcome, message: clean(reason), ...(needs !== undefined && { needs }) };
    }
    const { provenance: _, eventNumber, exchange: quoted = exchange, ...texts } = verdict.finding;
    const cleaned = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, clean(text)]));
    return {
      rule,
      outcome: outcomes[weightOf(rule, verdict.finding)],
      ...cleaned,
      ...(eventNumber !== undefined && { eventNumber }),
      ...(quoted && { exchange: quoted.plan.id, curl: clean(curlOf(quoted.request, keys), longestCommand) }),
    };
  }
}

/** The lighter of what the rule weighs and what the broken element weighs. */
function weightOf({ level, client }: Rule, { provenance }: Finding): Level {
  if (provenance === undefined) return level;
  const weight = levelOf(provenance, client);
  return weights.indexOf(weight) < weights.indexOf(level) ? weight : level;
}

/** A rule that throws is our own fault, and no finding about the deployment. */
function verdictOn(rule: Rule, exchanges: Exchange[]): Verdict | Error {
  try {
    return rule.judge(exchanges);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
