import { type Provenance, valueAt } from "@model-access/contract";
import type { Exchange, ExchangePlan } from "../exchange.js";
import { noSuchModel } from "../requests/short-question.js";
import { broken, type Finding, pass, type Rule, type Verdict } from "../rule.js";
import { jsonOf } from "../wire/wire.js";
import type { Condition } from "./conditions.js";
import { rule, rulesAlike } from "./define-rule.js";
import { judgeBody, judgeMediaType, judgeStatus, onJson } from "./reply.js";
import { headerRules } from "./reply-rules.js";

/** The form of an error body: the messages interface has its upstream provider's. */
export type ErrorForm = "service" | "messages";

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
  /** False where the specification states that the call is refused, and not with which status. */
  isStatusStated?: boolean;
}

/** The rules of every refused call: status, media type, headers, shape, and the condition that the error names. */
export function refusalRules(plan: ExchangePlan, options: RefusalOptions): Rule[] {
  const { condition, form = "service", provenance = "stated", isWanted = false, isBodyStated = true } = options;
  const { isStatusStated = true } = options;
  const bodyProvenance = isBodyStated ? provenance : "inferred";
  const { status, type, code } = condition;
  const requirements = [...(options.requirements ?? []), ...condition.requirements];
  const body = [form === "service" ? "R2.14" : "R7.11", ...(options.requirements ?? [])];
  const about = { requirements: body, provenance: bodyProvenance, after: "" };
  const first = form === "service" ? "members" : "";
  // The error tables first: they are what a wrong name breaks.
  const named = requirements.toSorted((one, other) => Number(isOfTable(other)) - Number(isOfTable(one)));
  const name = { requirements: named, provenance: condition.isNameStated ? provenance : "inferred" } as const;
  return [
    rule(plan, "", {
      sentence: isStatusStated ? `${plan.says} is refused with status ${status}` : `${plan.says} is refused`,
      requirements: [...requirements, "R7.1"],
      provenance,
      judge: (exchange) => {
        const isForModel = code === "model_not_found";
        return isStatusStated
          ? judgeRefused(exchange, status, { isForModel, isWanted })
          : judgeRefusedAnyhow(exchange, status);
      },
    }),
    ...rulesAlike(plan, about, {
      ...(!isStatusStated && {
        status: {
          sentence: `the refusal of ${plan.says} has the usual status, ${status}`,
          provenance: "inferred",
          judge: (exchange) => judgeStatus(exchange, status),
        },
      }),
      "media-type": {
        sentence: `the refusal of ${plan.says} is JSON`,
        judge: (exchange) => judgeMediaType(exchange, "application/json"),
      },
    }),
    ...headerRules(plan, { status, after: "", requirements }),
    ...rulesAlike(plan, about, {
      ...(form === "service" && {
        members: {
          sentence: `the error that refuses ${plan.says} has message, type and code, all strings`,
          judge: (exchange) => judgeMembers(exchange, form),
        },
      }),
      ...(isBodyStated && { type: nameRule(plan, { ...name, word: "type", expected: type, after: first }) }),
      ...(isBodyStated &&
        code !== undefined && {
          code: nameRule(plan, { ...name, word: "code", expected: code, after: "members" }),
        }),
      schema: {
        sentence: `the refusal of ${plan.says} has an error body of the contract's shape`,
        after: form === "service" ? "members" : "type",
        judge: (exchange) => judgeBody(exchange),
      },
    }),
  ];
}

/** True for a row that gives the errors of a status their names. */
const isOfTable = (requirement: string) => /^(R7\.[2-8]|R4\.7)$/.test(requirement);

/** The rule, in short, on one of the words by which a refusal names its condition. */
function nameRule(
  { says }: ExchangePlan,
  {
    word,
    expected,
    ...about
  }: Pick<Rule, "requirements" | "provenance"> & Record<"word" | "expected" | "after", string>,
) {
  return {
    ...about,
    sentence: `the refusal of ${says} has the error ${word} ${expected}`,
    judge: (exchange: Exchange) => judgeName(exchange, { word, expected }),
  };
}

/** Judges that an error has the members of its form, all of them strings: the contract's schema is open for the deployments that are known to leave `code` out (R2.14). */
export function judgeMembers(exchange: Exchange, form: ErrorForm): Verdict {
  const members = ["/error/message", "/error/type", ...(form === "service" ? ["/error/code"] : [])];
  return onJson(exchange, (value) => {
    const wrong = members.find((pointer) => typeof valueAt(value, pointer) !== "string");
    if (wrong === undefined) return pass;
    const actual = JSON.stringify(valueAt(value, wrong)) ?? "absent";
    const message = `${wrong} is ${actual}; expected a string.`;
    return broken({ message, expected: "a string", actual, pointer: wrong });
  });
}

/** Judges the type or the code of an error. */
export function judgeName(
  exchange: Exchange,
  { word, expected, ...about }: { word: string; expected: string } & Pick<Finding, "provenance" | "requirement">,
): Verdict {
  const pointer = `/error/${word}`;
  return onJson(exchange, (value) => {
    const actual = valueAt(value, pointer);
    if (actual === expected) return pass;
    const message = `${pointer} is ${JSON.stringify(actual) ?? "absent"}; expected "${expected}".`;
    return broken({ message, expected, actual: String(actual), pointer, ...about });
  });
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

/** Judges that a call is refused for what it asks, by any status of a client's fault. */
export function judgeRefusedAnyhow(exchange: Exchange, usual: number): Verdict {
  const { status = 0 } = exchange.reply ?? {};
  const isRefused = status >= 400 && status < 500 && ![401, 402, 429].includes(status);
  return isRefused ? pass : judgeStatus(exchange, usual);
}

function isRefusedForModel({ request, reply }: Exchange): boolean {
  if (reply === undefined || request.body === undefined || !request.body.includes(`"model":"${noSuchModel}"`))
    return false;
  const error = valueAt(jsonOf(reply)?.value, "/error");
  return valueAt(error, "/code") === "model_not_found" || valueAt(error, "/type") === "not_found_error";
}
