import { rules as allRules, exchanges } from "../areas.js";
import { callOf } from "../describe.js";
import type { ExchangePlan } from "../exchange.js";
import type { Rule } from "../rule.js";

/** The calls that come first whatever is selected: they find the model and try the key. */
const firstCalls = ["models/list", "account/current-balance"];

/** The calls that judging these rules takes, in words. Nothing is sent. */
export function callPlan(rules: Rule[]): string {
  const plans = plansFor(rules);
  const billed = plans.filter(({ isBilled }) => isBilled).length;
  const lines = plans.map(
    (plan) =>
      `${plan.isBilled ? "billed" : "free  "}  ${plan.id.padEnd(44)}  ${callOf({ plan }).padEnd(34)}  ${plan.says}`,
  );
  return `${lines.join("\n")}\n\n${plans.length} calls at most, ${billed} of them short completions that cost points. Nothing was sent.\n`;
}

function plansFor(rules: Rule[]): ExchangePlan[] {
  const ids = new Set(firstCalls);
  const add = (rule: Rule) => {
    for (const id of rule.exchanges) addExchange(id);
    const before = allRules.find(({ id }) => id === rule.after);
    if (before !== undefined) add(before);
  };
  const addExchange = (id: string) => {
    ids.add(id);
    const needs = exchanges.find((plan) => plan.id === id)?.needs;
    if (needs !== undefined) addExchange(needs);
  };
  for (const rule of rules) add(rule);
  return exchanges.filter(({ id }) => ids.has(id));
}
