import { brokenBodies, type CaseSubject, missing, type RefusedCase, wrongKeys, wrongType } from "./refused-cases.js";
import { anyModel, question, shortAnswer } from "./short-question.js";

/** A response that is right but for one thing. */
export const responsesSubject: CaseSubject = {
  area: "responses",
  operationId: "createResponse",
  what: "a response",
  ask: (facts) => ({ model: anyModel(facts, "responses"), input: question, max_output_tokens: shortAnswer }),
};

export const responsesCases: RefusedCase[] = [
  missing("model"),
  wrongType("input", 7),
  wrongType("model", 7),
  {
    name: "streamed",
    says: "that asks an unknown model for a stream",
    kind: "type",
    change: (body) => ({ ...body, model: "contract-tests-no-such-model", stream: true }),
  },
  ...brokenBodies.slice(0, 1),
  ...wrongKeys.filter(({ name }) => name === "no-key"),
];
