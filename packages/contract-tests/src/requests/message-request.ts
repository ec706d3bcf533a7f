import { dialects } from "../dialects.js";
import type { CaseSubject } from "./invalid-request.js";
import { anyModel, question, shortAnswer } from "./short-question.js";

/** A message that is right but for one thing. */
export const messagesSubject: CaseSubject = {
  area: "messages",
  operationId: "createMessage",
  what: "a message",
  headers: dialects.messages.headers ?? {},
  ask: (facts) => ({
    model: anyModel(facts, "messages"),
    max_tokens: shortAnswer,
    messages: [{ role: "user", content: question }],
  }),
};
