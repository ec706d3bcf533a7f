import { type DialectName, dialects } from "../dialects.js";
import type { CaseSubject } from "./invalid-request.js";
import { anyModel, question, shortAnswer } from "./short-question.js";

/** A request of an interface that is right but for one thing. */
function subjectOf(name: DialectName): CaseSubject {
  const { use, operationId, what, headers, prompt, maxTokens } = dialects[name];
  return {
    area: name,
    ...{ operationId, what },
    ...(headers && { headers }),
    ask: (facts) => ({
      model: anyModel(facts, use),
      [prompt]: prompt === "input" ? question : [{ role: "user", content: question }],
      [maxTokens]: shortAnswer,
    }),
  };
}

export const chatSubject = subjectOf("chat");
export const messagesSubject = subjectOf("messages");
export const responsesSubject = subjectOf("responses");
