import { conditions } from "../../checks/conditions.js";
import { refusalRules } from "../../checks/refusal-rules.js";
import { refusedRequests } from "../../checks/refused-requests.js";
import type { ExchangePlan, GivenNames } from "../../exchange.js";
import { chatSubject } from "../../requests/chat-request.js";
import {
  brokenBodies,
  inMessage,
  jsonWithTail,
  late,
  missing,
  outOfRange,
  type RefusedCase,
  streamedUnknownModel,
  without,
  wrongKeys,
  wrongType,
} from "../../requests/invalid-request.js";
import type { Rule } from "../../rule.js";
import { askForLines } from "./reply.js";

/** Only fields that the specification shows: what becomes of the others is a deployment's own affair. */
const chatCases: RefusedCase[] = [
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
  {
    ...outOfRange("temperature-under-0", "temperature", -0.01),
    says: "with temperature -0.01 that asks for a stream",
    change: (body) => ({ ...body, temperature: -0.01, stream: true }),
  },
  wrongType("max_tokens", "many"),
  streamedUnknownModel,
  jsonWithTail,
  { name: "null-body", says: "whose body is null", kind: "broken", text: "null" },
  ...wrongKeys,
  ...late([
    { name: "empty-body", says: "without a body", kind: "broken", text: "" },
    wrongType("temperature", "hot"),
    wrongType("temperature", "0.5", { name: "quoted-temperature", kind: "lenient-type" }),
    wrongType("max_tokens", 1.5, { name: "fraction-max-tokens", kind: "lenient-type" }),
    inMessage("text-message", "with a text where a message belongs", "type", () => "Hello"),
    wrongType("stream", "perhaps"),
    ...brokenBodies.filter(({ name }) => name === "array-body"),
    wrongType("max_tokens", -1, { name: "negative-max-tokens", kind: "lenient-type" }),
    wrongType("messages", [], { name: "empty-messages", kind: "lenient-type" }),
  ]),
];

/** A call of a bot that only the caller can name. */
const givenBotCall = (name: string, says: string, of: (given: GivenNames) => string | undefined): ExchangePlan => ({
  id: `chat/refused/${name}`,
  operationId: chatSubject.operationId,
  says: `a chat completion of ${says}`,
  isValid: false,
  write: ({ given }) => {
    const bot = of(given);
    return bot === undefined
      ? { because: `no name of ${says} was given`, needs: `--${name} NAME` }
      : { json: askForLines(bot) };
  },
});

const privateBotCall = givenBotCall("private-bot", "a private bot", ({ privateBot }) => privateBot);

const appBotCall = givenBotCall("app-bot", "the app-creation bot", ({ appBot }) => appBot);

const requests = refusedRequests(chatSubject, {
  form: "service",
  provenance: "stated",
  requirements: ["R2.5"],
  field: "messages",
  // A bound that is too high, or left out at its end, lets a temperature through that is a little over.
  temperature: ["temperature-over-2", 2.01],
  cases: chatCases,
  formNames: ["media-type", "type", "code"],
});

/** The rules that have to hold before the errors of other refused chat completions are judged. */
export const { canonical } = requests;

/** Chat completions that are refused, each for one thing. */
export const refusalCalls: ExchangePlan[] = [...requests.calls, privateBotCall, appBotCall];

/** Rules on refused chat completions. */
export const chatRefusalRules: Rule[] = [
  ...requests.rules,
  ...refusalRules(privateBotCall, { condition: conditions.unknownModel, requirements: ["R1.10"] }),
  ...refusalRules(appBotCall, { condition: conditions.unsupportedModel, requirements: ["R1.11"] }),
];
