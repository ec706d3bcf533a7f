import type { Exchange, ExchangePlan } from "../exchange.js";
import { derivedCases } from "../requests/derive-cases.js";
import {
  afterKeys,
  afterOthers,
  type CaseSubject,
  caseId,
  late,
  missing,
  outOfRange,
  type RefusedCase,
  refusedCaseExchanges,
  unknownModel,
  unknownModelOfAttack,
  wrongKey,
} from "../requests/invalid-request.js";
import { broken, type Rule, type Verdict } from "../rule.js";
import { planned, rule, ruleNamed } from "./define-rule.js";
import { formOf, refusalFor } from "./reasons.js";
import { isOfTable, judgeErrorForm, judgeNamed, judgeRefused, refusalRules } from "./refusal-rules.js";

/** The options by which an area's generated cases are judged. */
export interface CaseRuleOptions {
  plans: ExchangePlan[];
  cases: RefusedCase[];
  provenance: Rule["provenance"];
  requirements: string[];
  /** Rules on the area's own refusals: a form of error that they find wrong is not found again here. */
  canonical: { key: Rule[]; request: Rule[] };
}

/** The refused requests of an interface, as its area writes them; the others follow from the schema of its body. */
interface RefusedRequests extends Pick<CaseRuleOptions, "requirements"> {
  /** A field that may not be missing, and a temperature that is too high, with the name of its case, and its priority if it is late. */
  field: string;
  temperature: [name: string, value: number, priority?: number];
  /** The source of what is refused beside a wrong key and an unknown model, which the specification states for all. */
  provenance: Rule["provenance"];
  /** Those that no schema shows; one that has the name of another that follows stands in its place. */
  cases: RefusedCase[];
  /** The names of those that follow which are made first, after the keys, and after keys on other routes; the others come late. */
  order: { first?: string[]; afterKeys?: string[]; afterOthers: string[] };
  /** Names that some of those that follow have had before, by those that they would get. */
  named?: Record<string, string>;
  /** The row that a wrong type of a member breaks, where it is not the first of the interface's. */
  rowOf?(member: string): string | undefined;
  /** A wrong key of another kind than one that is made up: one that is taken shows how keys are compared. */
  key?: Pick<RefusedCase, "says"> & Partial<Pick<RefusedCase, "key" | "sameAs">>;
  /** The names of the rules on an error's form that have to hold before the errors of the cases are judged. */
  formNames: string[];
}

/**
 * Makes the refused calls of an interface and the rules on them. One call of each kind is judged by many rules; the form of
 * its error is not found wrong again in the cases.
 */
export function refusedRequests(
  subject: CaseSubject,
  {
    field,
    temperature: [name, value, priority],
    cases: own,
    order,
    named = {},
    rowOf,
    formNames,
    key,
    ...about
  }: RefusedRequests,
): { calls: ExchangePlan[]; rules: Rule[]; canonical: CaseRuleOptions["canonical"] } {
  const { provenance } = about;
  const kinds = {
    wrongKey: { ...wrongKey, ...key },
    unknownModel: subject.area === "chat" ? unknownModel : unknownModelOfAttack,
    missingField: missing(field),
    outOfRange: { ...outOfRange(name, "temperature", value), ...(priority !== undefined && { priority }) },
  };
  const taken = new Set([...Object.values(kinds), ...own].map((each) => each.name));
  const derived = derivedCases(subject)
    .map((each) => ({ ...each, name: named[each.name] ?? each.name }))
    .filter((each) => !taken.has(each.name));
  const { first = [], afterKeys: second = [], afterOthers: third } = order;
  const derivedIn = (names: string[]) => derived.filter((each) => names.includes(each.name));
  const cases = [
    ...derivedIn(first),
    ...afterKeys(derivedIn(second)),
    ...afterOthers(derivedIn(third)),
    ...own,
    ...late(derived.filter((each) => ![...first, ...second, ...third].includes(each.name))),
  ].map((each) => {
    const requirement = each.reason === "wrongType" && each.member !== undefined ? rowOf?.(each.member) : undefined;
    return { ...each, ...(requirement !== undefined && { requirement }) };
  });
  const calls = [
    ...refusedCaseExchanges(subject, Object.values(kinds), { isShrunk: false }),
    ...refusedCaseExchanges(subject, cases),
  ];
  const rulesOn = (kind: keyof typeof kinds) =>
    refusalRules(planned(calls)(caseId(subject, kinds[kind])), {
      reason: kind,
      provenance: kind === "wrongKey" || kind === "unknownModel" ? "stated" : provenance,
    });
  const [keyRules, fieldRules] = [rulesOn("wrongKey"), rulesOn("missingField")];
  const canonical = {
    key: formNames.map((each) => ruleNamed(keyRules, each)),
    request: formNames.map((each) => ruleNamed(fieldRules, each)),
  };
  const main = [...keyRules, ...rulesOn("unknownModel"), ...fieldRules, ...rulesOn("outOfRange")];
  return { calls, rules: [...main, ...caseRules(subject, { ...about, plans: calls, cases, canonical })], canonical };
}

export function caseRules(subject: CaseSubject, options: CaseRuleOptions): Rule[] {
  const plan = planned(options.plans);
  return options.cases.flatMap((each) => rulesOnCase(plan(caseId(subject, each)), each, options));
}

function rulesOnCase(plan: ExchangePlan, each: RefusedCase, options: CaseRuleOptions): Rule[] {
  const { canonical } = options;
  const isService = formOf(plan.operationId) === "service";
  const { status, requirements: ofReason } = refusalFor(plan.operationId, each.reason);
  const requirements = [
    ...(each.requirement ? [each.requirement] : []),
    ...ofReason,
    ...(each.reason === "unknownModel" ? ["R6.3"] : []),
    ...options.requirements,
    isService ? "R7.1" : "R4.7",
  ];
  const provenance = each.isLenient ? "inferred" : (each.provenance ?? options.provenance);
  return [
    rule(plan, "", {
      sentence: `${plan.says} is refused with status ${status}`,
      requirements,
      provenance,
      ...(each.isLenient && { level: "should" }),
      judge: (exchange) => {
        const verdict = judgeRefused(exchange, status, { isForModel: each.reason === "unknownModel" });
        // What makes a server fail was not taken as it was meant.
        const isTaken = each.isLenient && verdict.outcome === "broken" && (exchange.reply?.status ?? 0) < 500;
        return isTaken ? broken({ ...verdict.finding, provenance: "inferred" }) : verdict;
      },
    }),
    rule(plan, "error", {
      sentence: `the refusal of ${plan.says} is an error of the documented form`,
      requirements: [isService ? "R2.14" : "R7.11", ...requirements],
      provenance,
      after: ["", ...(status === 401 ? canonical.key : canonical.request)],
      judge: (exchange) => judgeError(exchange, each),
    }),
  ];
}

/** Judges the form of an error, and where a table names it, its type and its code; the messages interface has no codes. */
function judgeError(exchange: Exchange, { reason, isNameStated }: RefusedCase): Verdict {
  const verdict = judgeErrorForm(exchange);
  const { type, code, isNameStated: isStated, requirements } = refusalFor(exchange.plan.operationId, reason);
  const requirement = requirements.find(isOfTable);
  // A rule of its own judges the name of an unknown model.
  if (verdict.outcome !== "pass" || code === undefined || requirement === undefined || reason === "unknownModel")
    return verdict;
  const about = { requirement, ...((isNameStated === false || !isStated) && { provenance: "inferred" as const }) };
  return judgeNamed(exchange, { type, code }, about);
}
