import type { Topic } from "../../area.js";
import { rule } from "../../checks/define-rule.js";
import { refusedRequests } from "../../checks/refused-requests.js";
import { judgeStatus } from "../../checks/reply.js";
import { chooseReasoner } from "../../reading/choose-model.js";
import {
  brokenBodies,
  late,
  missing,
  type RefusedCase,
  refusedCall,
  streamedOddModel,
  wrongKeys,
  wrongType,
} from "../../requests/invalid-request.js";
import { responsesSubject } from "../../requests/subjects.js";
import { provenance, replyCall } from "./reply.js";

const responsesCases: RefusedCase[] = [
  missing("model"),
  wrongType("input", 7),
  ...late([wrongType("model", 7)]),
  streamedOddModel,
  ...late(brokenBodies.slice(0, 1)),
  ...wrongKeys.filter(({ name }) => name === "no-key"),
];

/** After the keys' own checks. */
const priority = 7;

const unknownEffortCall = refusedCall(responsesSubject, {
  priority,
  name: "unknown-effort",
  says: "with a reasoning effort that no model has",
  write: (facts) => {
    const model = chooseReasoner(facts.modelList);
    if (model === undefined)
      return { because: "the model list has no model with a reasoning effort", needs: "a model that reasons" };
    return { json: { ...responsesSubject.ask(facts), model, reasoning: { effort: "contract-tests" } } };
  },
});

const unknownPreviousCall = refusedCall(responsesSubject, {
  priority,
  name: "unknown-previous",
  says: "that goes on from one that does not exist",
  write: (facts) => ({
    json: { ...responsesSubject.ask(facts), previous_response_id: "resp_000000000000000000000000000000ff" },
  }),
});

const valueRules = [unknownEffortCall, unknownPreviousCall].map((plan) =>
  rule(plan, "", {
    sentence: `${plan.says} is refused with status 400 or 404`,
    requirements: ["R4.9", "R7.1"],
    provenance,
    judge: (exchange) => judgeStatus(exchange, exchange.reply?.status === 404 ? 404 : 400),
  }),
);

const cases = refusedRequests(responsesSubject, {
  form: "service",
  provenance,
  requirements: ["R4.9"],
  field: "input",
  key: {
    key: "other-case",
    says: "with the key in the other letter case, and the body of an answered one",
    sameAs: replyCall,
  },
  temperature: ["temperature-over-2", 3],
  cases: responsesCases,
  formNames: ["media-type", "code"],
});

/** Responses that are refused, each for one thing. */
export const refusalsTopic: Topic = {
  exchanges: [...cases.calls, unknownEffortCall, unknownPreviousCall],
  rules: [...cases.rules, ...valueRules],
};
