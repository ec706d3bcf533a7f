import { conditions } from "../../checks/conditions.js";
import { caseRules } from "../../checks/invalid-request-rules.js";
import { refusalRules } from "../../checks/refusal-rules.js";
import type { ExchangePlan } from "../../exchange.js";
import {
  brokenBodies,
  late,
  missing,
  type RefusedCase,
  refusedCaseExchanges,
  wrongKeys,
  wrongType,
} from "../../requests/invalid-request.js";
import { responsesSubject } from "../../requests/response-request.js";
import { anyModel, noSuchModel } from "../../requests/short-question.js";
import type { Rule } from "../../rule.js";
import { askResponse, provenance, responsesOperation } from "./reply.js";

const responsesCases: RefusedCase[] = [
  missing("model"),
  wrongType("input", 7),
  ...late([wrongType("model", 7)]),
  {
    name: "streamed",
    says: "that asks an unknown model for a stream",
    kind: "type",
    change: (body) => ({ ...body, model: "contract-tests-no-such-model", stream: true }),
  },
  ...late(brokenBodies.slice(0, 1)),
  ...wrongKeys.filter(({ name }) => name === "no-key"),
];

const wrongKeyCall: ExchangePlan = {
  id: "responses/refused/wrong-key",
  operationId: responsesOperation,
  says: "a response with a key that does not exist",
  isValid: false,
  write: (facts) => ({ json: askResponse(anyModel(facts, "responses")), key: "wrong" }),
};

const unknownModelCall: ExchangePlan = {
  id: "responses/refused/unknown-model",
  operationId: responsesOperation,
  says: "a response of a model that does not exist",
  isValid: false,
  write: () => ({ json: askResponse(noSuchModel) }),
};

const missingInputCall: ExchangePlan = {
  id: "responses/refused/missing-input",
  operationId: responsesOperation,
  says: "a response without input",
  isValid: false,
  write: (facts) => ({ json: { model: anyModel(facts, "responses") } }),
};

const temperatureOver2Call: ExchangePlan = {
  id: "responses/refused/temperature-over-2",
  operationId: responsesOperation,
  says: "a response with temperature 3",
  isValid: false,
  write: (facts) => ({ json: { ...askResponse(anyModel(facts, "responses")), temperature: 3 } }),
};

/** Responses that are refused, each for one thing. */
export const responsesRefusalCalls: ExchangePlan[] = [
  wrongKeyCall,
  unknownModelCall,
  missingInputCall,
  temperatureOver2Call,
  ...refusedCaseExchanges(responsesSubject, responsesCases),
];

/** How responses are refused. */
export const responsesRefusalRules: Rule[] = [
  ...refusalRules(wrongKeyCall, { condition: conditions.wrongKey }),
  ...refusalRules(unknownModelCall, { condition: conditions.unknownModel }),
  ...refusalRules(missingInputCall, { condition: conditions.missingField, provenance }),
  ...refusalRules(temperatureOver2Call, { condition: conditions.outOfRange, provenance }),
  ...caseRules(responsesSubject, {
    plans: responsesRefusalCalls,
    cases: responsesCases,
    form: "service",
    provenance: "observed",
    requirements: ["R4.9"],
    canonical: {
      key: ["responses/refused/wrong-key/media-type", "responses/refused/wrong-key/code"],
      request: ["responses/refused/missing-input/media-type", "responses/refused/missing-input/code"],
    },
  }),
];
