import { conditions } from "../../checks/conditions.js";
import { planned, ruleNamed } from "../../checks/define-rule.js";
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
  streamedUnknownModel,
  unknownModel,
  without,
  wrongKey,
  wrongKeys,
  wrongType,
} from "../../requests/invalid-request.js";
import type { Rule } from "../../rule.js";
import { askShortly } from "./reply.js";

/** One of each kind, by which the form of errors is judged. */
const mainCases = [wrongKey, unknownModel, missing("messages"), outOfRange("temperature-over-2", "temperature", 3)];

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
  streamedUnknownModel,
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

/** Chat completions that are refused, each for one thing. */
export const refusalCalls: ExchangePlan[] = [
  ...refusedCaseExchanges(chatSubject, mainCases, { isShrunk: false }),
  ...givenBots.map(
    ({ name, says, of }): ExchangePlan => ({
      id: `chat/refused/${name}`,
      operationId: chatSubject.operationId,
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

const plan = (name: string) => planned(refusalCalls)(`chat/refused/${name}`);

const keyRules = refusalRules(plan("wrong-key"), { condition: conditions.wrongKey });

const fieldRules = refusalRules(plan("missing-messages"), { condition: conditions.missingField });

/** Rules on the errors of one request with a wrong key, and of one that is wrong, that have to hold before those of others are judged. */
export const formRules = {
  key: ["media-type", "type", "code"].map((name) => ruleNamed(keyRules, name)),
  request: ["media-type", "type", "code"].map((name) => ruleNamed(fieldRules, name)),
};

/** Rules on refused chat completions. */
export const chatRefusalRules: Rule[] = [
  ...keyRules,
  ...refusalRules(plan("unknown-model"), { condition: conditions.unknownModel }),
  ...fieldRules,
  ...refusalRules(plan("temperature-over-2"), { condition: conditions.outOfRange }),
  ...refusalRules(plan("private-bot"), { condition: conditions.unknownModel, requirements: ["R1.10"] }),
  ...refusalRules(plan("app-bot"), { condition: conditions.unsupportedModel, requirements: ["R1.11"] }),
  ...caseRules(chatSubject, {
    plans: refusalCalls,
    cases: chatCases,
    form: "service",
    provenance: "stated",
    requirements: ["R2.5"],
    canonical: formRules,
  }),
];
