import { valueAt } from "@model-access/contract";
import { rules as allRules, exchanges } from "../areas.js";
import type { ExchangePlan, GivenNames } from "../exchange.js";
import { recordsOf } from "../reading/choose-model.js";
import { callOf } from "../reading/describe.js";
import { worstPrice } from "../reading/price.js";
import type { Rule } from "../rule.js";
import { mostBilled, mostCalls } from "../run/call-limits.js";
import { createFacts } from "../run/create-facts.js";
import type { Allowance } from "../run/session-options.js";

/** The calls that come first whatever is selected: they find the model and try the key. */
const firstCalls = ["models/list", "account/current-balance"];

export interface PlanOptions extends GivenNames {
  model?: string;
  messagesModel?: string;
  responsesModel?: string;
  allow?: Allowance[];
  all?: boolean;
  monitor?: boolean;
  modelList?: unknown;
}

/** Returns the calls that judging these rules takes, then, in sentences, the most that a run of them makes, bills and costs. */
export function callPlan(rules: Rule[], options: PlanOptions = {}): string {
  const { monitor } = options;
  const plans = plansFor(rules);
  const made = madeOf(plans, options);
  const lines = made.map(
    (plan) => `${kindOf(plan)}  ${plan.id.padEnd(44)}  ${callOf({ plan }).padEnd(34)}  ${plan.says}${times(plan)}`,
  );
  const left = [
    ...new Set(plans.flatMap((plan) => (made.includes(plan) || !plan.allow ? [] : [`--allow ${plan.allow}`]))),
  ];
  const sentences = [
    ...limitsOf(made, options),
    ...(left.length > 0 && !monitor ? [`${left.join(" and ")} would add more calls.`] : []),
  ];
  return `${lines.join("\n")}\n\n${sentences.join("\n")}\n`;
}

/** Counts the calls of a run on all areas with `--all`: each once, and with all repeats. Plan, help and README tell these. */
export function callsWithAll(): { calls: number; withRepeats: number } {
  const made = madeOf(plansFor(allRules), {});
  return { calls: made.length, withRepeats: withRepeats(made) };
}

const withRepeats = (made: ExchangePlan[]) => made.reduce((sum, { repeat }) => sum + (repeat?.atMost ?? 1), 0);

/** The calls that the options allow. One is not made either if a call that it needs is not. */
function madeOf(plans: ExchangePlan[], { allow = [], monitor }: PlanOptions): ExchangePlan[] {
  const isAllowed = ({ isBilled, allow: permission }: ExchangePlan) =>
    (permission === undefined || allow.includes(permission)) && !(monitor && (isBilled || permission === "dear"));
  const planOf = new Map(exchanges.map((plan) => [plan.id, plan]));
  const known = new Map<string, boolean>();
  const isMade = (plan: ExchangePlan): boolean => {
    const result = known.get(plan.id) ?? (isAllowed(plan) && (plan.needs ?? []).every(isNeedMade));
    known.set(plan.id, result);
    return result;
  };
  const isNeedMade = (id: string) => {
    const needed = planOf.get(id);
    return needed === undefined || isMade(needed);
  };
  return plans.filter(isMade);
}

/** The most that a run as it is called comes to, and then the same with `--all`. */
function limitsOf(made: ExchangePlan[], options: PlanOptions): string[] {
  const { all, monitor, modelList } = options;
  const calls = withRepeats(made);
  const isLimited =
    all !== true && made.some(({ priority = 0 }) => priority > 0) && calls > mostCalls && made.length > mostCalls;
  const billed = made.filter(({ isBilled, allow }) => isBilled && allow === undefined);
  const dear = made.filter(({ isBilled, allow }) => isBilled && allow === "dear").length;
  const { points, open } = priceOf(made, options);
  const most = isLimited
    ? `${mostCalls} of these ${made.length} calls`
    : `these ${made.length} calls (${calls} with repeats)`;
  const bills = [
    ...(monitor || billed.length === 0 ? [] : [`at most ${Math.min(billed.length, mostBilled)} of them`]),
    ...(dear > 0 ? [`the ${dear} expensive ones`] : []),
  ];
  return [
    `This run makes at most ${most} and bills ${bills.join(" and ") || "none of them"}${points === "" ? "" : `, for at most ${points} by the prices of the model list`}.`,
    ...(isLimited ? [`With --all it makes all ${made.length} (${calls} with repeats), and bills no more.`] : []),
    modelList === undefined
      ? "Nothing was sent. Give --base-url and the key to see the highest cost, by the prices in the model list."
      : "Only the model list was read; that call is free.",
    ...(open.length > 0 ? [`The model list has no price for ${open.join(", ")}.`] : []),
  ];
}

const kindOf = ({ allow, isBilled }: ExchangePlan) => (allow ?? (isBilled ? "billed" : "free")).padEnd(6);

const times = ({ repeat, priority = 0 }: ExchangePlan) =>
  `${repeat === undefined || repeat.atMost === 1 ? "" : `, up to ${repeat.atMost} times`}${priority > 0 ? ", if calls are left" : ""}`;

/** At worst, each byte that is sent is a token, every token that may be answered is, and the dearest calls are those billed. */
function priceOf(made: ExchangePlan[], options: PlanOptions): { points: string; open: string[] } {
  const open: string[] = [];
  const prices: Record<"points" | "usd", number[]> = { points: [], usd: [] };
  for (const plan of made.filter(({ isBilled }) => isBilled && options.modelList !== undefined)) {
    const body = bodyOf(plan, options) ?? bodyOfFirst(plan, options);
    if (body === undefined && plan.allow === undefined) continue;
    // A video costs by its length and size, which the prices of the list do not tell.
    const price = plan.allow === undefined ? worstPrice(options.modelList, body) : undefined;
    if (price === undefined) open.push(plan.id);
    else prices[price.unit].push(price.amount);
  }
  const [points, usd] = [dearest(prices.points), dearest(prices.usd)];
  const amounts = [
    ...(points > 0 ? [`${Math.ceil(points)} points`] : []),
    ...(usd > 0 ? [`the points for ${usd.toFixed(4)} USD`] : []),
  ];
  return { points: amounts.join(" and "), open };
}

/** The points of an account that no single call makes poorer. */
const manyPoints = 1_000_000;

function dearest(amounts: number[]): number {
  const first = amounts.toSorted((one, other) => other - one).slice(0, mostBilled);
  return first.reduce((sum, amount) => sum + amount, 0);
}

/** A call that is made only where another gave reason to repeat that one. */
function bodyOfFirst({ needs = [] }: ExchangePlan, options: PlanOptions): unknown {
  const first = exchanges.find(({ id, isBilled }) => isBilled && id === needs[0]);
  return first && bodyOf(first, options);
}

/** Returns what a call would send, as far as the model list tells; undefined where it would not be made. */
function bodyOf(plan: ExchangePlan, options: PlanOptions): unknown {
  const { modelList } = options;
  // An account with many points may call the dearest of those that a run chooses from.
  const facts = createFacts(
    { ...options, given: options },
    { replyTo: () => undefined, modelList: () => modelList, points: manyPoints },
  );
  const call = plan.write(facts);
  if ("because" in call) return undefined;
  const json: object = typeof call.json === "object" && call.json !== null ? call.json : {};
  const name = valueAt(json, "/model") ?? call.path?.bot_name;
  const record = recordsOf(modelList).find((each) => valueAt(each, "/metadata/display_name") === name);
  return { ...json, model: valueAt(record, "/id") ?? name };
}

function plansFor(rules: Rule[]): ExchangePlan[] {
  const ids = new Set(firstCalls);
  const addExchange = (id: string) => {
    if (ids.has(id)) return;
    ids.add(id);
    for (const needed of exchanges.find((plan) => plan.id === id)?.needs ?? []) addExchange(needed);
  };
  const added = new Set<Rule>();
  const add = (rule: Rule) => {
    if (added.has(rule)) return;
    added.add(rule);
    for (const id of rule.exchanges) addExchange(id);
    for (const before of allRules.filter(({ id }) => [rule.after ?? []].flat().includes(id))) add(before);
  };
  for (const rule of rules) add(rule);
  return exchanges.filter(({ id }) => ids.has(id));
}
