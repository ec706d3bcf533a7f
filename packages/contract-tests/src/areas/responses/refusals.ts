import { conditions } from "../../checks/conditions.js";
import { planned, ruleNamed } from "../../checks/define-rule.js";
import { caseRules } from "../../checks/invalid-request-rules.js";
import { refusalRules } from "../../checks/refusal-rules.js";
import type { ExchangePlan } from "../../exchange.js";
import {
  brokenBodies,
  late,
  missing,
  outOfRange,
  type RefusedCase,
  refusedCaseExchanges,
  streamedUnknownModel,
  unknownModel,
  wrongKey,
  wrongKeys,
  wrongType,
} from "../../requests/invalid-request.js";
import { responsesSubject } from "../../requests/response-request.js";
import type { Rule } from "../../rule.js";
import { provenance } from "./reply.js";

/** One of each kind, by which the form of errors is judged. */
const mainCases = [wrongKey, unknownModel, missing("input"), outOfRange("temperature-over-2", "temperature", 3)];

const responsesCases: RefusedCase[] = [
  missing("model"),
  wrongType("input", 7),
  ...late([wrongType("model", 7)]),
  streamedUnknownModel,
  ...late(brokenBodies.slice(0, 1)),
  ...wrongKeys.filter(({ name }) => name === "no-key"),
];

/** Responses that are refused, each for one thing. */
export const responsesRefusalCalls: ExchangePlan[] = [
  ...refusedCaseExchanges(responsesSubject, mainCases, { isShrunk: false }),
  ...refusedCaseExchanges(responsesSubject, responsesCases),
];

const plan = (name: string) => planned(responsesRefusalCalls)(`responses/refused/${name}`);

const keyRules = refusalRules(plan("wrong-key"), { condition: conditions.wrongKey });

const fieldRules = refusalRules(plan("missing-input"), { condition: conditions.missingField, provenance });

/** Rules on refused responses. */
export const responsesRefusalRules: Rule[] = [
  ...keyRules,
  ...refusalRules(plan("unknown-model"), { condition: conditions.unknownModel }),
  ...fieldRules,
  ...refusalRules(plan("temperature-over-2"), { condition: conditions.outOfRange, provenance }),
  ...caseRules(responsesSubject, {
    plans: responsesRefusalCalls,
    cases: responsesCases,
    form: "service",
    provenance,
    requirements: ["R4.9"],
    canonical: {
      key: ["media-type", "code"].map((name) => ruleNamed(keyRules, name)),
      request: ["media-type", "code"].map((name) => ruleNamed(fieldRules, name)),
    },
  }),
];
