import { versionHeader } from "../models/choose-model.js";
import {
  brokenBodies,
  type CaseSubject,
  inMessage,
  missing,
  outOfRange,
  type RefusedCase,
  wrongKeys,
  wrongType,
} from "./refused-cases.js";
import { anyModel, question, shortAnswer } from "./short-question.js";

/** A message that is right but for one thing. */
export const messagesSubject: CaseSubject = {
  area: "messages",
  operationId: "createMessage",
  what: "a message",
  headers: { [versionHeader]: "2023-06-01" },
  ask: (facts) => ({
    model: anyModel(facts, "messages"),
    max_tokens: shortAnswer,
    messages: [{ role: "user", content: question }],
  }),
};

export const messagesCases: RefusedCase[] = [
  missing("model"),
  missing("messages"),
  wrongType("messages", "Hello"),
  inMessage("role", "with the role system among its messages", "type", (message) => ({ ...message, role: "system" })),
  inMessage("missing-role", "with a message without a role", "missing", ({ content }) => ({ content })),
  inMessage("wrong-type-content", "whose content is a number", "type", (message) => ({ ...message, content: 7 })),
  outOfRange("temperature-just-over-1", "temperature", 1.01),
  outOfRange("temperature-under-0", "temperature", -0.01),
  wrongType("temperature", "hot"),
  wrongType("max_tokens", "many"),
  wrongType("top_p", "most"),
  wrongType("top_k", "few"),
  wrongType("stop_sequences", "end"),
  wrongType("tools", { name: "tool" }),
  wrongType("metadata", "about"),
  wrongType("system", 7),
  wrongType("stream", "perhaps"),
  { name: "no-version", says: "without the version header", kind: "missing", withoutHeaders: true },
  {
    name: "streamed",
    says: "that asks an unknown model for a stream",
    kind: "type",
    change: (body) => ({ ...body, model: "contract-tests-no-such-model", stream: true }),
  },
  ...brokenBodies.slice(0, 1),
  ...wrongKeys.filter(({ name }) => ["no-key", "nearly-right-key"].includes(name)),
];
