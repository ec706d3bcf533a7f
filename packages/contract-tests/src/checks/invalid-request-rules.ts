import type { Exchange, ExchangePlan } from "../exchange.js";
import { type CaseKind, type CaseSubject, caseId, type RefusedCase } from "../requests/invalid-request.js";
import { broken, type Rule, type Verdict } from "../rule.js";
import { planned, rule } from "./define-rule.js";
import { type ErrorForm, formOf, type ReasonName, refusalFor } from "./reasons.js";
import { judgeErrorForm, judgeName, judgeRefused } from "./refusal-rules.js";

/** The options by which an area's generated cases are judged. */
export interface CaseRuleOptions {
  plans: ExchangePlan[];
  cases: RefusedCase[];
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

/** The row that a case of a kind breaks if it is answered, and others that it is about, in each form. */
const rows: Record<ErrorForm, Record<CaseKind, string[]>> = {
  service: {
    model: ["R7.3", "R7.1", "R6.3"],
    missing: ["R7.5"],
    range: ["R7.4", "R8.2"],
    type: [],
    "lenient-type": [],
    broken: ["R7.1"],
    key: ["R5.3", "R5.1"],
  },
  messages: {
    model: ["R4.7", "R1.14", "R6.3"],
    missing: [],
    range: ["R8.2"],
    type: [],
    "lenient-type": [],
    broken: ["R4.7"],
    key: ["R5.3", "R5.1"],
  },
};

/** The rows whose names of errors the cases of a kind have to get. */
const tables: Partial<Record<CaseKind, string>> = { missing: "R7.5", range: "R7.4", key: "R7.2" };

/** The reason of the tables that a case of a kind is refused for. */
const reasonOf: Record<CaseKind, ReasonName> = {
  model: "unknownModel",
  missing: "missingField",
  range: "outOfRange",
  type: "outOfRange",
  "lenient-type": "outOfRange",
  broken: "broken",
  key: "wrongKey",
};

function rulesOnCase(plan: ExchangePlan, each: RefusedCase, options: CaseRuleOptions): Rule[] {
  const { canonical } = options;
  const form = formOf(plan.operationId);
  const { status } = refusalFor(plan.operationId, reasonOf[each.kind]);
  const general = [...options.requirements, form === "service" ? "R7.1" : "R4.7"];
  const requirements = [...(each.requirement ? [each.requirement] : []), ...rows[form][each.kind], ...general];
  const isLenient = each.kind === "lenient-type";
  const provenance = isLenient ? "inferred" : (each.provenance ?? options.provenance);
  return [
    rule(plan, "", {
      sentence: `${plan.says} is refused with status ${status}`,
      requirements,
      provenance,
      ...(isLenient && { level: "should" }),
      judge: (exchange) => {
        const verdict = judgeRefused(exchange, status, { isForModel: each.kind === "model" });
        // Such a value may be taken as it was meant; what makes a server fail was not.
        const isTaken = isLenient && verdict.outcome === "broken" && (exchange.reply?.status ?? 0) < 500;
        return isTaken ? broken({ ...verdict.finding, provenance: "inferred" }) : verdict;
      },
    }),
    rule(plan, "error", {
      sentence: `the refusal of ${plan.says} is an error of the documented form`,
      requirements: [form === "service" ? "R2.14" : "R7.11", ...requirements],
      provenance,
      after: ["", ...(each.kind === "key" ? canonical.key : canonical.request)],
      judge: (exchange) => judgeError(exchange, each),
    }),
  ];
}

/** Judges the form of an error, and where a table names it, its type and its code; the messages interface has no codes. */
function judgeError(exchange: Exchange, each: RefusedCase): Verdict {
  const verdict = judgeErrorForm(exchange);
  const { type: expected, code } = refusalFor(exchange.plan.operationId, reasonOf[each.kind]);
  const requirement = tables[each.kind];
  if (verdict.outcome !== "pass" || code === undefined || requirement === undefined) return verdict;
  const about = { requirement, ...(each.isNameStated === false && { provenance: "inferred" as const }) };
  const type = judgeName(exchange, { word: "type", expected, ...about });
  return type.outcome === "pass" ? judgeName(exchange, { word: "code", expected: code, ...about }) : type;
}
