import { valueAt } from "@model-access/contract";
import type { Exchange, ExchangePlan } from "../exchange.js";
import { type CaseKind, type CaseSubject, caseId, type RefusedCase } from "../requests/invalid-request.js";
import { broken, pass, type Rule, type Verdict } from "../rule.js";
import { mediaTypeOf } from "../wire/wire.js";
import { planned, rule } from "./define-rule.js";
import { judgeRefused } from "./refusal-rules.js";
import { onJson } from "./reply.js";

/** The options by which an area's generated cases are judged. */
export interface CaseRuleOptions {
  plans: ExchangePlan[];
  cases: RefusedCase[];
  form: "service" | "messages";
  provenance: Rule["provenance"];
  requirements: string[];
  /** Rules on the area's own refusals: a form of error that they find wrong is not found again here. */
  canonical: { key: Rule[]; request: Rule[] };
}

/** Two rules for each case: that it is refused with the right status, and that the error has its form. */
export function caseRules(subject: CaseSubject, options: CaseRuleOptions): Rule[] {
  const plan = planned(options.plans);
  return options.cases.flatMap((each) => rulesOnCase(plan(caseId(subject, each)), each, options));
}

/** Judges that a refusal is JSON, and has the members of the form that are texts. */
export function judgeErrorForm(exchange: Exchange, form: CaseRuleOptions["form"]): Verdict {
  const mediaType = exchange.reply === undefined ? "" : mediaTypeOf(exchange.reply);
  if (mediaType !== "application/json")
    return broken({
      message: `The Content-Type is ${mediaType || "absent"}; expected application/json.`,
      expected: "application/json",
      actual: mediaType,
    });
  return onJson(exchange, (value) => {
    const members =
      form === "service" ? ["/error/message", "/error/type", "/error/code"] : ["/error/message", "/error/type"];
    const pointer = members.find((member) => typeof valueAt(value, member) !== "string");
    return pointer === undefined
      ? pass
      : broken({ message: `${pointer} is no string.`, expected: "a string", pointer });
  });
}

const rows: Record<CaseKind, string[]> = {
  model: ["R7.1", "R6.3"],
  missing: ["R7.5"],
  range: ["R7.4", "R8.2"],
  type: ["R7.1"],
  "lenient-type": ["R7.1"],
  broken: ["R7.1"],
  key: ["R5.1", "R5.3"],
};

const codes: Partial<Record<CaseKind, string>> = {
  missing: "missing_parameter",
  range: "invalid_parameter",
  key: "invalid_api_key",
};

function rulesOnCase(plan: ExchangePlan, each: RefusedCase, options: CaseRuleOptions): Rule[] {
  const { form, canonical } = options;
  const status = statusOf(each, form);
  const requirements = [...options.requirements, ...rows[each.kind]];
  const provenance = each.kind === "lenient-type" ? "inferred" : options.provenance;
  return [
    rule(plan, "", {
      sentence: `${plan.says} is refused with status ${status}`,
      requirements,
      provenance,
      judge: (exchange) => judgeRefused(exchange, status, { isForModel: each.kind === "model" }),
    }),
    rule(plan, "error", {
      sentence: `the refusal of ${plan.says} is an error of the documented form`,
      requirements: [form === "service" ? "R2.14" : "R7.11", ...requirements],
      provenance,
      after: ["", ...(each.kind === "key" ? canonical.key : canonical.request)],
      judge: (exchange) => judgeError(exchange, { each, form }),
    }),
  ];
}

/** An unknown model is 404 on messages, and a stream is refused as its plain call is. */
function statusOf({ kind }: RefusedCase, form: CaseRuleOptions["form"]): number {
  if (kind === "key") return 401;
  return kind === "model" && form === "messages" ? 404 : 400;
}

function judgeError(exchange: Exchange, { each, form }: { each: RefusedCase; form: CaseRuleOptions["form"] }): Verdict {
  const verdict = judgeErrorForm(exchange, form);
  const code = codes[each.kind];
  if (verdict.outcome !== "pass" || form === "messages" || code === undefined) return verdict;
  return onJson(exchange, (value) => {
    for (const [name, expected] of Object.entries({ type: "invalid_request_error", code })) {
      const actual = valueAt(value, `/error/${name}`);
      if (actual === expected) continue;
      const isStated = each.isNameStated ?? true;
      return broken({
        message: `The error ${name} is ${JSON.stringify(actual)}; expected "${expected}".`,
        expected,
        actual: String(actual),
        pointer: `/error/${name}`,
        ...(!isStated && { provenance: "inferred" as const }),
      });
    }
    return pass;
  });
}
