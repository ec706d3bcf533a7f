import type { ExchangePlan } from "../exchange.js";
import { derivedCases } from "../requests/derive-cases.js";
import {
  afterKeys,
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
import type { Rule } from "../rule.js";
import { planned, ruleNamed } from "./define-rule.js";
import { type CaseRuleOptions, caseRules } from "./invalid-request-rules.js";
import { refusalRules } from "./refusal-rules.js";

/** The refused requests of an interface, as its area writes them; the others follow from the schema of its body. */
interface RefusedRequests extends Pick<CaseRuleOptions, "requirements"> {
  /** A field that may not be missing, and a temperature that is too high, with the name of its case. */
  field: string;
  temperature: [name: string, value: number];
  /** The source of what is refused beside a wrong key and an unknown model, which the specification states for all. */
  provenance: Rule["provenance"];
  /** Those that no schema shows; one that has the name of another that follows stands in its place. */
  cases: RefusedCase[];
  /** The names of those that follow which are made first, and which after the keys; the others come late. */
  order: { first?: string[]; afterKeys: string[] };
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
    temperature: [name, value],
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
    outOfRange: outOfRange(name, "temperature", value),
  };
  const taken = new Set([...Object.values(kinds), ...own].map((each) => each.name));
  const derived = derivedCases(subject)
    .map((each) => ({ ...each, name: named[each.name] ?? each.name }))
    .filter((each) => !taken.has(each.name));
  const cases = [
    ...derived.filter((each) => order.first?.includes(each.name)),
    ...afterKeys(derived.filter((each) => order.afterKeys.includes(each.name))),
    ...own,
    ...late(derived.filter((each) => ![...(order.first ?? []), ...order.afterKeys].includes(each.name))),
  ].map((each) => {
    const requirement = each.kind === "type" && each.member !== undefined ? rowOf?.(each.member) : undefined;
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
