import { valueAt } from "@model-access/contract";
import { rules as allRules, exchanges } from "../areas.js";
import type { ExchangePlan, Facts, GivenNames, ModelUse } from "../exchange.js";
import { chooseModel, recordsOf } from "../reading/choose-model.js";
import { callOf } from "../reading/describe.js";
import { worstPrice } from "../reading/price.js";
import type { Rule } from "../rule.js";
import { mostBilled, mostCalls } from "../run/call-limits.js";
import type { Allowance } from "../run/session-options.js";

/** The calls that come first whatever is selected: they find the model and try the key. */
const firstCalls = ["models/list", "account/current-balance"];

/** What a run would be given, and the model list where it was read. */
export interface PlanOptions extends GivenNames {
  model?: string;
  messagesModel?: string;
  responsesModel?: string;
  allow?: Allowance[];
  all?: boolean;
  monitor?: boolean;
  modelList?: unknown;
}

/** The calls that judging these rules takes, which of them cost points, and how many at worst, in words. */
export function callPlan(rules: Rule[], options: PlanOptions = {}): string {
  const { allow = [], all, monitor, modelList } = options;
  const plans = plansFor(rules);
  const isMade = (plan: ExchangePlan) => plan.allow === undefined || allow.includes(plan.allow);
  const made = plans.filter((plan) => isMade(plan) && !(monitor && (plan.isBilled || plan.allow === "dear")));
  const calls = made.reduce((sum, { repeat }) => sum + (repeat?.atMost ?? 1), 0);
  const billed = made.filter(({ isBilled }) => isBilled);
  const lines = made.map(
    (plan) => `${kindOf(plan)}  ${plan.id.padEnd(44)}  ${callOf({ plan }).padEnd(34)}  ${plan.says}${times(plan)}`,
  );
  const left = [...new Set(plans.flatMap((plan) => (made.includes(plan) ? [] : [`--allow ${plan.allow}`])))];
  const last = made.filter(({ priority = 0 }) => priority > 0).length;
  const sentences = [
    `${made.length} calls, or ${calls} with all repeats; ${billed.length} of them cost points.`,
    ...(last > 0
      ? [
          all
            ? `${last} of them come last. No more than ${mostBilled} calls are billed.`
            : `${last} of them come last: a run makes those as long as it stays within ${mostCalls} calls, ${mostBilled} of them billed. With --all it makes them all, and bills no more.`,
        ]
      : []),
    ...(monitor ? ["A monitor makes no call that is billed."] : []),
    modelList === undefined
      ? "Nothing was sent. With --base-url and the key, the model list is read for the prices."
      : `Only the model list was read, which is free. ${priceOf(billed, options)}`,
    ...(left.length > 0 ? [`More calls with ${left.join(" or ")}.`] : []),
  ];
  return `${lines.join("\n")}\n\n${sentences.join("\n")}\n`;
}

const kindOf = ({ allow, isBilled }: ExchangePlan) => (allow ?? (isBilled ? "billed" : "free")).padEnd(6);

const times = ({ repeat, priority = 0 }: ExchangePlan) =>
  `${repeat === undefined || repeat.atMost === 1 ? "" : `, up to ${repeat.atMost} times`}${priority > 0 ? ", last" : ""}`;

/** At worst, each byte that is sent is a token, and every token that may be answered is. */
function priceOf(billed: ExchangePlan[], options: PlanOptions): string {
  const unknown: string[] = [];
  const sums = { points: 0, usd: 0 };
  for (const plan of billed) {
    const body = bodyOf(plan, options) ?? bodyOfFirst(plan, options);
    if (body === undefined && plan.allow === undefined) continue;
    // A video costs by its length and size, which the prices of the list do not tell.
    const price = plan.allow === undefined ? worstPrice(options.modelList, body) : undefined;
    if (price === undefined) unknown.push(plan.id);
    else sums[price.unit] += price.amount;
  }
  const amounts = [
    ...(sums.points > 0 ? [`${Math.ceil(sums.points)} points`] : []),
    ...(sums.usd > 0 ? [`the points for ${sums.usd.toFixed(4)} USD`] : []),
  ];
  const known = amounts.length > 0 ? `Those cost at most ${amounts.join(" and ")}, by the prices of the list.` : "";
  const open = unknown.length > 0 ? `Beside that, the list does not tell what these cost: ${unknown.join(", ")}.` : "";
  return [known, open].filter((sentence) => sentence !== "").join(" ");
}

/** A call that is made only where another gave reason to repeat that one. */
function bodyOfFirst({ needs = [] }: ExchangePlan, options: PlanOptions): unknown {
  const first = exchanges.find(({ id, isBilled }) => isBilled && id === needs[0]);
  return first && bodyOf(first, options);
}

/** What a call would send, as far as the model list tells; undefined where it would not be made. */
function bodyOf(plan: ExchangePlan, options: PlanOptions): unknown {
  const { model, messagesModel, responsesModel, modelList, ...given } = options;
  const named: Partial<Record<ModelUse, string | undefined>> = {
    chat: model,
    messages: messagesModel,
    responses: responsesModel,
  };
  const facts: Facts = {
    modelFor: (use) => named[use] ?? chooseModel(modelList, use),
    modelList,
    replyTo: () => undefined,
    given,
    mayWait: false,
    videoWaitMs: 0,
    isLocal: false,
  };
  const call = plan.write(facts);
  if ("because" in call) return undefined;
  const bot = recordsOf(modelList).find((record) => valueAt(record, "/metadata/display_name") === call.path?.bot_name);
  return { model: valueAt(bot, "/id") ?? call.path?.bot_name, ...(typeof call.json === "object" && call.json) };
}

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
