import type { Call, ExchangePlan } from "../exchange.js";
import type { Rule } from "../rule.js";
import { type RefusalOptions, refusalRules } from "./refusal-rules.js";

export interface Refusal {
  plan: ExchangePlan;
  rules: Rule[];
}

/** A refused call as its topic writes it: with what is sent, or how that is written. */
type RefusedCall = Pick<ExchangePlan, "operationId" | "says"> & Partial<ExchangePlan> & { call?: Call };

/** Plans a call that has to be refused for a reason, which says what its error is. */
export function refusal(id: string, refused: RefusedCall, options: RefusalOptions): Refusal {
  const { call = {}, ...about } = refused;
  const plan: ExchangePlan = { id, isValid: false, write: () => call, ...about };
  return { plan, rules: refusalRules(plan, options) };
}
