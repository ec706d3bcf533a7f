import type { CaseSubject } from "./invalid-request.js";
import { anyModel, question, shortAnswer } from "./short-question.js";

/** A response that is right but for one thing. */
export const responsesSubject: CaseSubject = {
  area: "responses",
  operationId: "createResponse",
  what: "a response",
  ask: (facts) => ({ model: anyModel(facts, "responses"), input: question, max_output_tokens: shortAnswer }),
};
