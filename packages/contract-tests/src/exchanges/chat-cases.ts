import {
  brokenBodies,
  type CaseSubject,
  inMessage,
  missing,
  outOfRange,
  type RefusedCase,
  without,
  wrongKeys,
  wrongType,
} from "./refused-cases.js";
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

/** Only fields that the specification shows: what becomes of the others is a deployment's own affair. */
export const chatCases: RefusedCase[] = [
  missing("model"),
  wrongType("messages", null, { name: "null-messages" }),
  wrongType("messages", "Hello"),
  wrongType("model", 7),
  inMessage("missing-role", "with a message without a role", "missing", (message) => without(message, "role")),
  inMessage("missing-content", "with a user's message without content", "missing", (message) =>
    without(message, "content"),
  ),
  inMessage("wrong-type-content", "with a message whose content is a number", "type", (message) => ({
    ...message,
    content: 7,
  })),
  outOfRange("temperature-just-over-2", "temperature", 2.01),
  {
    ...outOfRange("temperature-under-0", "temperature", -0.01),
    says: "with temperature -0.01 that asks for a stream",
    change: (body) => ({ ...body, temperature: -0.01, stream: true }),
  },
  wrongType("temperature", "hot"),
  wrongType("temperature", "0.5", { name: "quoted-temperature", kind: "lenient-type" }),
  wrongType("max_tokens", "many"),
  wrongType("max_tokens", 1.5, { name: "fraction-max-tokens", kind: "lenient-type" }),
  wrongType("max_tokens", -1, { name: "negative-max-tokens", kind: "lenient-type" }),
  wrongType("messages", [], { name: "empty-messages", kind: "lenient-type" }),
  inMessage("text-message", "with a text where a message belongs", "type", () => "Hello"),
  wrongType("stream", "perhaps"),
  {
    ...wrongType("model", "contract-tests-no-such-model"),
    name: "streamed",
    says: "that asks an unknown model for a stream",
    kind: "type",
    change: (body) => ({ ...body, model: "contract-tests-no-such-model", stream: true }),
  },
  ...brokenBodies,
  ...wrongKeys,
];
