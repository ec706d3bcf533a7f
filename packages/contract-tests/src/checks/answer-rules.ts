import { dialectOfCall } from "../dialects.js";
import type { ExchangePlan } from "../exchange.js";
import type { Rule } from "../rule.js";
import { type Adjusted, checkRules } from "./answer-checks.js";
import { type AboutCall, type Answered, type Following, rule, rulesAlike, rulesOn } from "./define-rule.js";
import { judgeBody } from "./reply.js";
import { judgeEveryEvent } from "./stream.js";
import { wholeStreamOf } from "./stream-rules.js";

export interface Answers extends Answered, Adjusted {
  /** Members of the rule on its shape that are not those of most calls. */
  whole?: Partial<AboutCall>;
}

/**
 * The rules on the answer to a call of a model that is not the first of its interface: its status, its shape, and all checks
 * that fit what it asks. What is said of the status first holds for all that follows, which hangs on it.
 */
export function answerRules(
  plan: ExchangePlan,
  { whole, as = {}, except = {}, ...answered }: Answers,
  following: Record<string, Following> = {},
): Rule[] {
  const { requirements, provenance } = answered;
  const gate = plan.isStreamed ? "events" : "status";
  // Where no stream is answered, the first one tells it for all.
  const first = plan.isStreamed ? [`${dialectOfCall(plan).name}/stream/status`] : [];
  return [
    ...rulesOn(plan, { ...answered, after: [...first, answered.after ?? []].flat() }),
    plan.isStreamed
      ? eventsRule(plan, { requirements, provenance, ...whole })
      : schemaRule(plan, { requirements, provenance, ...whole }),
    ...checkRules(plan, [plan.isStreamed ? "events" : "schema"], { as, except }),
    ...rulesAlike(plan, { requirements, provenance, after: gate }, following),
  ];
}

/** By one verdict, as rules of their own judge the first stream in parts. */
const eventsRule = (plan: ExchangePlan, about: Answered): Rule =>
  rule(plan, "events", {
    judge: judgeEveryEvent,
    ...about,
    sentence: `the events of ${plan.says} are those of the contract, in their order`,
    after: ["status", ...wholeStreamOf(plan.operationId)],
  });

/** It comes after the same rule on the first reply, which tells what all replies have. */
function schemaRule(plan: ExchangePlan, about: Answered): Rule {
  const { name } = dialectOfCall(plan);
  return rule(plan, "schema", {
    ...about,
    sentence: `the reply to ${plan.says} has the shape of the contract`,
    provenance: name === "messages" ? "upstream" : "observed",
    after: ["status", `${name}/reply/schema`, about.after ?? []].flat(),
    judge: (exchange) => judgeBody(exchange),
  });
}
