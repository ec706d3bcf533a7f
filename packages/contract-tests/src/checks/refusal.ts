import type { Provenance } from "@model-access/contract";
import type { Call, ExchangePlan } from "../exchange.js";
import type { Rule } from "../rule.js";
import { rule } from "./define-rule.js";
import { type RefusalOptions, refusalRules } from "./refusal-rules.js";
import { judgeStatus } from "./reply.js";

/** A call that a service has to refuse, with the rules on its refusal. */
export interface Refusal {
  plan: ExchangePlan;
  rules: Rule[];
}

/** A refused call as its topic writes it: with what is sent, or how that is written. */
type RefusedCall = Pick<ExchangePlan, "operationId" | "says"> & Partial<ExchangePlan> & { call?: Call };

/** Plans a call that has to be refused for a reason, which says what its error is. */
export function refusal(id: string, refused: RefusedCall, options: RefusalOptions): Refusal {
  const plan = refusedPlan(id, refused);
  return { plan, rules: refusalRules(plan, options) };
}

/** Plans a call that has to be refused with a status, where nothing else of the refusal is judged. */
export function refusedWith(
  status: number,
  id: string,
  refused: RefusedCall,
  about: { requirements: readonly string[]; provenance?: Provenance },
): Refusal {
  const plan = refusedPlan(id, refused);
  const statusRule = rule(plan, "", {
    sentence: `${plan.says} is refused with status ${status}`,
    provenance: "stated",
    ...about,
    judge: (exchange) => judgeStatus(exchange, status),
  });
  return { plan, rules: [statusRule] };
}

const refusedPlan = (id: string, { call = {}, ...about }: RefusedCall): ExchangePlan => ({
  id,
  isValid: false,
  write: () => call,
  ...about,
});
