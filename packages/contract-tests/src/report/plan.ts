import { rules as allRules, exchanges } from "../areas.js";
import { callOf } from "../describe.js";
import type { ExchangePlan } from "../exchange.js";
import type { Rule } from "../rule.js";

/** The calls that come first whatever is selected: they find the model and try the key. */
const firstCalls = ["models/list", "account/current-balance"];

/** The calls that judging these rules takes, in words. Nothing is sent. */
export function callPlan(rules: Rule[]): string {
  const plans = plansFor(rules);
  const asked = plans.filter(({ allow }) => allow === undefined);
  const calls = asked.reduce((sum, { repeat }) => sum + (repeat?.atMost ?? 1), 0);
  const billed = asked.filter(({ isBilled }) => isBilled).length;
  const lines = plans.map(
    (plan) => `${kindOf(plan)}  ${plan.id.padEnd(44)}  ${callOf({ plan }).padEnd(34)}  ${plan.says}${times(plan)}`,
  );
  return `${lines.join("\n")}\n\n${calls} calls at most, ${billed} of them short completions that cost points. Nothing was sent.\n`;
}

const kindOf = ({ allow, isBilled }: ExchangePlan) => (allow ?? (isBilled ? "billed" : "free")).padEnd(6);

const times = ({ repeat }: ExchangePlan) => (repeat === undefined ? "" : `, up to ${repeat.atMost} times`);

function plansFor(rules: Rule[]): ExchangePlan[] {
  const ids = new Set(firstCalls);
  const addExchange = (id: string) => {
    if (ids.has(id)) return;
    ids.add(id);
    for (const needed of exchanges.find((plan) => plan.id === id)?.needs ?? []) addExchange(needed);
  };
  const add = (rule: Rule) => {
    for (const id of rule.exchanges) addExchange(id);
    for (const before of allRules.filter(({ id }) => [rule.after ?? []].flat().includes(id))) add(before);
  };
  for (const rule of rules) add(rule);
  return exchanges.filter(({ id }) => ids.has(id));
}
