import type { CaseSubject } from "./invalid-request.js";
import { anyModel, question, shortAnswer } from "./short-question.js";

/** A chat completion that is right but for one thing. */
export const chatSubject: CaseSubject = {
  area: "chat",
  operationId: "createChatCompletion",
  what: "a chat completion",
  ask: (facts) => ({
    model: anyModel(facts, "chat"),
    messages: [{ role: "user", content: question }],
    max_tokens: shortAnswer,
  }),
};
