import { valueAt } from "@model-access/contract";
import { messagesConditions } from "../../checks/conditions.js";
import { ruleOn } from "../../checks/define-rule.js";
import { caseRules } from "../../checks/invalid-request-rules.js";
import { refusalRules } from "../../checks/refusal-rules.js";
import { judgeStatus } from "../../checks/reply.js";
import type { ExchangePlan } from "../../exchange.js";
import { recordsOf } from "../../reading/choose-model.js";
import {
  brokenBodies,
  inMessage,
  late,
  missing,
  outOfRange,
  type RefusedCase,
  refusedCaseExchanges,
  wrongKeys,
  wrongType,
} from "../../requests/invalid-request.js";
import { messagesSubject } from "../../requests/message-request.js";
import { anyModel, noSuchModel } from "../../requests/short-question.js";
import type { Rule } from "../../rule.js";
import { askMessage, messagesHeaders, messagesOperation } from "./reply.js";

const messagesCases: RefusedCase[] = [
  missing("model"),
  missing("messages"),
  inMessage("role", "with the role system among its messages", "type", (message) => ({ ...message, role: "system" })),
  outOfRange("temperature-just-over-1", "temperature", 1.01),
  outOfRange("temperature-under-0", "temperature", -0.01),
  wrongType("max_tokens", "many"),
  wrongType("top_k", "few"),
  wrongType("stop_sequences", "end"),
  wrongType("tools", { name: "tool" }),
  { name: "no-version", says: "without the version header", kind: "missing", withoutHeaders: true },
  {
    name: "streamed",
    says: "that asks an unknown model for a stream",
    kind: "type",
    change: (body) => ({ ...body, model: "contract-tests-no-such-model", stream: true }),
  },
  ...brokenBodies.slice(0, 1),
  ...wrongKeys.filter(({ name }) => name === "no-key"),
  ...late(wrongKeys.filter(({ name }) => name === "nearly-right-key")),
  ...late([
    wrongType("messages", "Hello"),
    wrongType("temperature", "hot"),
    wrongType("top_p", "most"),
    wrongType("metadata", "about"),
    wrongType("system", 7),
    wrongType("stream", "perhaps"),
    inMessage("wrong-type-content", "whose content is a number", "type", (message) => ({ ...message, content: 7 })),
    inMessage("missing-role", "with a message without a role", "missing", ({ content }) => ({ content })),
  ]),
];

const form = "messages";

const foreignModelCall: ExchangePlan = {
  id: "messages/refused/foreign-model",
  operationId: messagesOperation,
  says: "a message of another provider's model",
  isValid: false,
  write: (facts) => {
    const model = facts.given.foreignModel ?? foreignModel(facts.modelList);
    return model === undefined
      ? { because: "no model of another provider is known", needs: "--foreign-model NAME" }
      : { headers: messagesHeaders, json: askMessage(model) };
  },
};

const ownHeaderWrongKeyCall: ExchangePlan = {
  id: "messages/refused/own-header-wrong-key",
  operationId: messagesOperation,
  says: "a message with a key that does not exist in x-api-key",
  isValid: false,
  write: (facts) => ({
    headers: messagesHeaders,
    json: askMessage(anyModel(facts, "messages")),
    key: "wrong",
    keyPlace: "own-header",
  }),
};

const wrongKeyCall: ExchangePlan = {
  id: "messages/refused/wrong-key",
  operationId: messagesOperation,
  says: "a message with a key that does not exist",
  isValid: false,
  write: (facts) => ({ headers: messagesHeaders, json: askMessage(anyModel(facts, "messages")), key: "wrong" }),
};

const unknownModelCall: ExchangePlan = {
  id: "messages/refused/unknown-model",
  operationId: messagesOperation,
  says: "a message of a model that does not exist",
  isValid: false,
  write: () => ({ headers: messagesHeaders, json: askMessage(noSuchModel) }),
};

const missingMaxTokensCall: ExchangePlan = {
  id: "messages/refused/missing-max-tokens",
  operationId: messagesOperation,
  says: "a message without max_tokens",
  isValid: false,
  write: (facts) => ({
    headers: messagesHeaders,
    json: { ...askMessage(anyModel(facts, "messages")), max_tokens: undefined },
  }),
};

const temperatureOver1Call: ExchangePlan = {
  id: "messages/refused/temperature-over-1",
  operationId: messagesOperation,
  says: "a message with temperature 1.5",
  isValid: false,
  write: (facts) => ({
    headers: messagesHeaders,
    json: { ...askMessage(anyModel(facts, "messages")), temperature: 1.5 },
  }),
};

/** Messages that are refused, each for one thing. */
export const messagesRefusalCalls: ExchangePlan[] = [
  foreignModelCall,
  ownHeaderWrongKeyCall,
  wrongKeyCall,
  unknownModelCall,
  missingMaxTokensCall,
  temperatureOver1Call,
  ...refusedCaseExchanges(messagesSubject, messagesCases),
];

/** How messages are refused. */
export const messagesRefusalRules: Rule[] = [
  ...refusalRules(wrongKeyCall, { condition: messagesConditions.wrongKey, form }),
  ...refusalRules(unknownModelCall, { condition: messagesConditions.unknownModel, form }),
  ...refusalRules(missingMaxTokensCall, { condition: messagesConditions.missingField, form }),
  ...refusalRules(temperatureOver1Call, { condition: messagesConditions.outOfRange, form }),
  ...caseRules(messagesSubject, {
    plans: messagesRefusalCalls,
    cases: messagesCases,
    form,
    provenance: "stated",
    requirements: ["R2.9", "R2.10"],
    canonical: {
      key: ["messages/refused/wrong-key/media-type", "messages/refused/wrong-key/schema"],
      request: ["messages/refused/missing-max-tokens/media-type", "messages/refused/missing-max-tokens/schema"],
    },
  }),
  ruleOn(ownHeaderWrongKeyCall, {
    sentence: "a key that does not exist is refused in x-api-key too",
    requirements: ["R5.2", "R5.3"],
    provenance: "stated",
    judge: (exchange) => judgeStatus(exchange, 401),
  }),
  ruleOn(foreignModelCall, {
    sentence: "a model of another provider is refused with status 404",
    requirements: ["R1.4", "R1.14", "R4.7"],
    provenance: "stated",
    judge: (exchange) => judgeStatus(exchange, 404),
  }),
];

/** A listed model whose list of endpoints leaves the messages interface out. */
function foreignModel(list: unknown): string | undefined {
  const foreign = recordsOf(list).find((record) => {
    const endpoints = valueAt(record, "/supported_endpoints");
    return Array.isArray(endpoints) && endpoints.length > 0 && !endpoints.includes("/v1/messages");
  });
  const id = valueAt(foreign, "/id");
  return typeof id === "string" ? id : undefined;
}
