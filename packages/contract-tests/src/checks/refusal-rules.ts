import { type Provenance, valueAt } from "@model-access/contract";
import type { Exchange, ExchangePlan } from "../exchange.js";
import { noSuchModel } from "../requests/short-question.js";
import { broken, pass, type Rule, type Verdict } from "../rule.js";
import { jsonOf } from "../wire/wire.js";
import type { Condition } from "./conditions.js";
import { rule } from "./define-rule.js";
import { judgeBody, judgeMediaType, judgeStatus, onJson } from "./reply.js";
import { headerRules } from "./reply-rules.js";

/** The form of an error body: the messages interface has its upstream provider's. */
type ErrorForm = "service" | "messages";

/** A reason to refuse a call, and where it comes from that it is refused so. */
export interface RefusalOptions {
  condition: Condition;
  form?: ErrorForm;
  provenance?: Provenance;
  /** Rows on the operation, beside those on the condition. */
  requirements?: string[];
  /** True where a 402 or 429 is what is asked for, and no disturbance. */
  isWanted?: boolean;
  /** False where the specification says nothing of the body (R7.12). */
  isBodyStated?: boolean;
}

/** The rules of every refused call: status, media type, headers, shape, and the condition that the error names. */
export function refusalRules(plan: ExchangePlan, options: RefusalOptions): Rule[] {
  const { condition, form = "service", provenance = "stated", isWanted = false, isBodyStated = true } = options;
  const bodyProvenance = isBodyStated ? provenance : "inferred";
  const { status, type, code } = condition;
  const requirements = [...(options.requirements ?? []), ...condition.requirements];
  const body = [...(options.requirements ?? []), form === "service" ? "R2.14" : "R7.11"];
  const name = { requirements, provenance: condition.isNameStated ? provenance : "inferred" } as const;
  return [
    rule(plan, "", {
      sentence: `${plan.says} is refused with status ${status}`,
      requirements: [...requirements, "R7.1"],
      provenance,
      judge: (exchange) => {
        const isForModel = code === "model_not_found";
        return judgeRefused(exchange, status, { isForModel, isWanted });
      },
    }),
    rule(plan, "media-type", {
      sentence: `the refusal of ${plan.says} is JSON`,
      requirements: body,
      provenance: bodyProvenance,
      after: "",
      judge: (exchange) => judgeMediaType(exchange, "application/json"),
    }),
    ...headerRules(plan, { status, after: "", requirements }),
    ...(form === "service" ? [membersRule(plan, { requirements: body, provenance: bodyProvenance })] : []),
    ...(isBodyStated ? nameRules(plan, { type, code, after: form === "service" ? "members" : "", ...name }) : []),
    rule(plan, "schema", {
      sentence: `the refusal of ${plan.says} has an error body of the contract's shape`,
      requirements: body,
      provenance: bodyProvenance,
      after: form === "service" ? "members" : "type",
      judge: (exchange) => judgeBody(exchange),
    }),
  ];
}

/**
 * Judges the status of a refusal. A call that carries a made-up model, for want of one that the deployment has, may be refused
 * for that as well as for what else is wrong in its body; keys come first.
 */
export function judgeRefused(
  exchange: Exchange,
  status: number,
  { isForModel, isWanted = false }: { isForModel: boolean; isWanted?: boolean },
): Verdict {
  if (status === 400 && !isForModel && isRefusedForModel(exchange))
    return {
      outcome: "blocked",
      reason: "It was refused for its model, a made-up one: the run knows none that is there.",
    };
  return judgeStatus(exchange, status, { isWanted });
}

function isRefusedForModel({ request, reply }: Exchange): boolean {
  if (reply === undefined || request.body === undefined || !request.body.includes(`"model":"${noSuchModel}"`))
    return false;
  const error = valueAt(jsonOf(reply)?.value, "/error");
  return valueAt(error, "/code") === "model_not_found" || valueAt(error, "/type") === "not_found_error";
}

/** R2.14 has three strings; the contract's schema is open for the deployments that are known to leave `code` out. */
function membersRule(plan: ExchangePlan, about: Pick<Rule, "requirements" | "provenance">): Rule {
  return rule(plan, "members", {
    ...about,
    sentence: `the error that refuses ${plan.says} has message, type and code, all strings`,
    after: "",
    judge: (exchange) =>
      onJson(exchange, (value) => {
        const wrong = ["/error/message", "/error/type", "/error/code"].find(
          (pointer) => typeof valueAt(value, pointer) !== "string",
        );
        if (wrong === undefined) return pass;
        const actual = JSON.stringify(valueAt(value, wrong)) ?? "absent";
        return broken({
          message: `${wrong} is ${actual}; expected a string.`,
          expected: "a string",
          actual,
          pointer: wrong,
        });
      }),
  });
}

function nameRules(
  plan: ExchangePlan,
  names: Pick<Rule, "requirements" | "provenance"> & { type: string; code?: string | undefined; after: string },
): Rule[] {
  const { type, code, after, ...about } = names;
  return [
    rule(plan, "type", {
      ...about,
      sentence: `the refusal of ${plan.says} has the error type ${type}`,
      after,
      judge: (exchange) => judgeName(exchange, { pointer: "/error/type", expected: type }),
    }),
    ...(code === undefined ? [] : [codeRule(plan, { code, ...about })]),
  ];
}

function codeRule(
  plan: ExchangePlan,
  { code, ...about }: Pick<Rule, "requirements" | "provenance"> & { code: string },
): Rule {
  return rule(plan, "code", {
    ...about,
    sentence: `the refusal of ${plan.says} has the error code ${code}`,
    after: "members",
    judge: (exchange) => judgeName(exchange, { pointer: "/error/code", expected: code }),
  });
}

function judgeName(exchange: Exchange, { pointer, expected }: { pointer: string; expected: string }): Verdict {
  return onJson(exchange, (value) => {
    const actual = valueAt(value, pointer);
    if (actual === expected) return pass;
    return broken({
      message: `${pointer} is ${JSON.stringify(actual)}; expected "${expected}".`,
      expected,
      actual: String(actual),
      pointer,
    });
  });
}
