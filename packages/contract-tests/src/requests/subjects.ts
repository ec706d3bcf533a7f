import type { ChatCompletionRequest, MessageRequest, ResponseRequest } from "@model-access/contract";
import { type DialectName, dialects } from "../dialects.js";
import type { CaseSubject } from "./invalid-request.js";
import { anyModel, question, shortAnswer } from "./questions.js";

const messages = [{ role: "user" as const, content: question }];

/** Bodies that are right but for one thing, with nothing that may be left out, which could be the reason for a refusal; each typed by the contract: a field that is renamed there does not compile here. */
const bodies = {
  chat: (model: string): ChatCompletionRequest => ({ model, messages }),
  messages: (model: string): MessageRequest => ({ model, messages, max_tokens: shortAnswer }),
  responses: (model: string): ResponseRequest => ({ model, input: [{ role: "user", content: question }] }),
};

function subjectOf(name: DialectName): CaseSubject {
  const { use, operationId, what, headers } = dialects[name];
  return {
    area: name,
    ...{ operationId, what },
    ...(headers && { headers }),
    ask: (facts) => ({ ...bodies[name](anyModel(facts, use)) }),
  };
}

export const subjects = {
  chat: subjectOf("chat"),
  messages: subjectOf("messages"),
  responses: subjectOf("responses"),
} satisfies Record<DialectName, CaseSubject>;

export const { chat: chatSubject, messages: messagesSubject, responses: responsesSubject } = subjects;
