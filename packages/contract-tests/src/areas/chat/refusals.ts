import { conditions } from "../../checks/conditions.js";
import { planned } from "../../checks/define-rule.js";
import { caseRules } from "../../checks/invalid-request-rules.js";
import { refusalRules } from "../../checks/refusal-rules.js";
import type { ExchangePlan, GivenNames } from "../../exchange.js";
import { chatSubject } from "../../requests/chat-request.js";
import {
  brokenBodies,
  inMessage,
  late,
  missing,
  outOfRange,
  type RefusedCase,
  refusedCaseExchanges,
  without,
  wrongKeys,
  wrongType,
} from "../../requests/invalid-request.js";
import { anyModel, noSuchModel, shortAnswer } from "../../requests/short-question.js";
import type { Rule } from "../../rule.js";
import { askShortly, chatOperation } from "./reply.js";

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
  outOfRange("temperature-just-over-2", "temperature", 2.01),
  {
    ...outOfRange("temperature-under-0", "temperature", -0.01),
    says: "with temperature -0.01 that asks for a stream",
    change: (body) => ({ ...body, temperature: -0.01, stream: true }),
  },
  wrongType("max_tokens", "many"),
  wrongType("max_tokens", -1, { name: "negative-max-tokens", kind: "lenient-type" }),
  wrongType("messages", [], { name: "empty-messages", kind: "lenient-type" }),
  {
    ...wrongType("model", "contract-tests-no-such-model"),
    name: "streamed",
    says: "that asks an unknown model for a stream",
    kind: "type",
    change: (body) => ({ ...body, model: "contract-tests-no-such-model", stream: true }),
  },
  ...brokenBodies.slice(0, 1),
  { name: "null-body", says: "whose body is null", kind: "broken", text: "null" },
  ...wrongKeys,
  ...late([
    wrongType("temperature", "hot"),
    wrongType("temperature", "0.5", { name: "quoted-temperature", kind: "lenient-type" }),
    wrongType("max_tokens", 1.5, { name: "fraction-max-tokens", kind: "lenient-type" }),
    inMessage("text-message", "with a text where a message belongs", "type", () => "Hello"),
    wrongType("stream", "perhaps"),
    ...brokenBodies.slice(1),
  ]),
];

const givenBots: { name: string; says: string; of(given: GivenNames): string | undefined }[] = [
  { name: "private-bot", says: "a private bot", of: ({ privateBot }) => privateBot },
  { name: "app-bot", says: "the app-creation bot", of: ({ appBot }) => appBot },
];

const wrongKeyCall: ExchangePlan = {
  id: "chat/refused/wrong-key",
  operationId: chatOperation,
  says: "a chat completion with a key that does not exist",
  isValid: false,
  write: (facts) => ({ json: askShortly(anyModel(facts, "chat")), key: "wrong" }),
};

const unknownModelCall: ExchangePlan = {
  id: "chat/refused/unknown-model",
  operationId: chatOperation,
  says: "a chat completion of a model that does not exist",
  isValid: false,
  write: () => ({ json: askShortly(noSuchModel) }),
};

const missingMessagesCall: ExchangePlan = {
  id: "chat/refused/missing-messages",
  operationId: chatOperation,
  says: "a chat completion without messages",
  isValid: false,
  write: (facts) => ({ json: { model: anyModel(facts, "chat"), max_tokens: shortAnswer } }),
};

const temperatureOver2Call: ExchangePlan = {
  id: "chat/refused/temperature-over-2",
  operationId: chatOperation,
  says: "a chat completion with temperature 3",
  isValid: false,
  write: (facts) => ({ json: { ...askShortly(anyModel(facts, "chat")), temperature: 3 } }),
};

/** Chat completions that are refused, each for one thing. */
export const refusalCalls: ExchangePlan[] = [
  wrongKeyCall,
  unknownModelCall,
  missingMessagesCall,
  temperatureOver2Call,
  ...givenBots.map(
    ({ name, says, of }): ExchangePlan => ({
      id: `chat/refused/${name}`,
      operationId: chatOperation,
      says: `a chat completion of ${says}`,
      isValid: false,
      write: ({ given }) => {
        const bot = of(given);
        return bot === undefined
          ? { because: `no name of ${says} was given`, needs: `--${name} NAME` }
          : { json: askShortly(bot) };
      },
    }),
  ),
  ...refusedCaseExchanges(chatSubject, chatCases),
];

const plan = planned(refusalCalls);

/** How chat completions are refused. */
export const chatRefusalRules: Rule[] = [
  ...refusalRules(wrongKeyCall, { condition: conditions.wrongKey }),
  ...refusalRules(unknownModelCall, { condition: conditions.unknownModel }),
  ...refusalRules(missingMessagesCall, { condition: conditions.missingField }),
  ...refusalRules(temperatureOver2Call, { condition: conditions.outOfRange }),
  ...refusalRules(plan("chat/refused/private-bot"), { condition: conditions.unknownModel, requirements: ["R1.10"] }),
  ...refusalRules(plan("chat/refused/app-bot"), { condition: conditions.unsupportedModel, requirements: ["R1.11"] }),
  ...caseRules(chatSubject, {
    plans: refusalCalls,
    cases: chatCases,
    form: "service",
    provenance: "stated",
    requirements: ["R2.5"],
    canonical: {
      key: ["media-type", "type", "code"].map((name) => `chat/refused/wrong-key/${name}`),
      request: ["media-type", "type", "code"].map((name) => `chat/refused/missing-messages/${name}`),
    },
  }),
];
