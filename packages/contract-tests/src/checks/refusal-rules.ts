import { type Provenance, valueAt } from "@model-access/contract";
import type { Call, Exchange, ExchangePlan } from "../exchange.js";
import { noSuchModel } from "../requests/questions.js";
import { broken, type Finding, pass, type Rule, type Verdict } from "../rule.js";
import { headerOf, jsonOf, type WireReply } from "../wire/wire.js";
import { headerRules } from "./answer-rules.js";
import { rule, rulesOf } from "./define-rule.js";
import { formOf, type ReasonName, refusalFor } from "./reasons.js";
import { judgeBody, judgeMediaType, judgeStatus, onJson } from "./reply.js";

/** A reason to refuse a call, and where it comes from that it is refused so. */
export interface RefusalOptions {
  reason: ReasonName;
  provenance?: Provenance;
  /** Rows on the operation, beside those on the reason. */
  requirements?: string[];
  /** True where a 402 or 429 is what is asked for, and no disturbance. */
  isWanted?: boolean;
  /** False where the specification says nothing of the body (R7.12). */
  isBodyStated?: boolean;
  /** False where the specification states that the call is refused, and not with which status. */
  isStatusStated?: boolean;
}

/** The rules of every refused call: status, media type, headers, shape, and the reason that the error names. */
export function refusalRules(plan: ExchangePlan, options: RefusalOptions): Rule[] {
  const { reason, provenance = "stated", isWanted = false, isBodyStated = true, isStatusStated = true } = options;
  const { says, operationId } = plan;
  const isService = formOf(operationId) === "service";
  const { status, type, code, isNameStated, requirements: ofReason } = refusalFor(operationId, reason);
  const requirements = [...ofReason, ...(options.requirements ?? [])];
  const of = rulesOf(plan, {
    requirements: [isService ? "R2.14" : "R7.11", ...(options.requirements ?? [])],
    provenance: isBodyStated ? provenance : "inferred",
    after: "",
  });
  // The error tables first: they are what a wrong name breaks.
  const named = requirements.toSorted((one, other) => Number(isOfTable(other)) - Number(isOfTable(one)));
  const ofName = (word: string, expected: string, after: string) =>
    of(
      word,
      `the refusal of ${says} has the error ${word} ${expected}`,
      { requirements: named, provenance: isNameStated ? provenance : "inferred", after },
      (exchange) => judgeName(exchange, { word, expected }),
    );
  return [
    rule(plan, "", {
      sentence: isStatusStated ? `${says} is refused with status ${status}` : `${says} is refused`,
      requirements: [...requirements, "R7.1"],
      provenance,
      judge: (exchange) =>
        isStatusStated
          ? judgeRefused(exchange, status, { isForModel: reason === "unknownModel", isWanted })
          : judgeRefusedAnyhow(exchange, status),
    }),
    ...(isStatusStated
      ? []
      : [
          of(
            "status",
            `the refusal of ${says} has the usual status, ${status}`,
            { provenance: "inferred" },
            (exchange) => judgeStatus(exchange, status),
          ),
        ]),
    of("media-type", `the refusal of ${says} is JSON`, {}, (exchange) => judgeMediaType(exchange, "application/json")),
    ...headerRules(plan, { status, after: "", requirements }),
    ...(isService
      ? [
          of("members", `the error that refuses ${says} has message, type and code, all strings`, {}, (exchange) =>
            judgeMembers(exchange),
          ),
        ]
      : []),
    ...(isBodyStated ? [ofName("type", type, isService ? "members" : "")] : []),
    ...(isBodyStated && code !== undefined ? [ofName("code", code, "members")] : []),
    of(
      "schema",
      `the refusal of ${says} has an error body of the contract's shape`,
      { after: isService ? "members" : "type" },
      (exchange) => judgeBody(exchange),
    ),
  ];
}

/** True for the rows that name the errors. */
export const isOfTable = (requirement: string) => /^(R7\.[2-8]|R4\.7)$/.test(requirement);

/** Judges that a refusal is JSON, and has the members of its operation's form that are texts. */
export function judgeErrorForm(exchange: Exchange): Verdict {
  const mediaType = judgeMediaType(exchange, "application/json");
  return mediaType.outcome === "pass" ? judgeMembers(exchange) : mediaType;
}

/** Judges that an error has the members of its form, all of them strings: the contract's schema is open for the deployments that are known to leave `code` out (R2.14). */
export function judgeMembers(exchange: Exchange, provenance?: Provenance): Verdict {
  const hasCode = formOf(exchange.plan.operationId) === "service";
  const members = ["/error/message", "/error/type", ...(hasCode ? ["/error/code"] : [])];
  return onJson(exchange, (value) => {
    const wrong = members.find((pointer) => typeof valueAt(value, pointer) !== "string");
    if (wrong === undefined) return pass;
    const actual = JSON.stringify(valueAt(value, wrong)) ?? "absent";
    const message = `${wrong} is ${actual}; expected a string.`;
    return broken({ message, expected: "a string", actual, pointer: wrong, ...(provenance && { provenance }) });
  });
}

function judgeName(
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

export function judgeNamed(
  exchange: Exchange,
  { type, code }: { type: string; code?: string },
  about: Pick<Finding, "provenance" | "requirement"> = {},
): Verdict {
  const verdict = judgeName(exchange, { word: "type", expected: type, ...about });
  return code === undefined || verdict.outcome !== "pass"
    ? verdict
    : judgeName(exchange, { word: "code", expected: code, ...about });
}

export function judgeRetryAfter({ plan }: Pick<Exchange, "plan">, reply: WireReply): Verdict {
  const value = headerOf(reply, "retry-after");
  if (value !== undefined && /^\d+$/.test(value.trim())) return pass;
  const actual = value ?? "absent";
  const message = `${plan.says} was refused with 429, and Retry-After is ${actual}.`;
  return broken({ message, expected: "a number of seconds", actual });
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
