import type { ExchangePlan } from "../exchange.js";
import { chooseReasoner } from "../models/choose-model.js";
import { refusedCaseExchanges } from "./refused-cases.js";
import { responsesCases, responsesSubject } from "./responses-cases.js";
import { anyModel, noSuchModel, question, shortAnswer, withModel } from "./short-question.js";
import { toolSchema } from "./tool.js";

const operationId = "createResponse";

const ask = (model: string) => ({ model, input: question, max_output_tokens: shortAnswer });

export const responsesExchanges: ExchangePlan[] = [
  {
    id: "responses/reply",
    operationId,
    says: "a plain response",
    isValid: true,
    isBilled: true,
    write: (facts) => withModel(facts, "responses", (model) => ({ json: ask(model) })),
  },
  {
    id: "responses/stream",
    operationId,
    says: "a streamed response",
    isValid: true,
    isStreamed: true,
    isBilled: true,
    write: (facts) => withModel(facts, "responses", (model) => ({ json: { ...ask(model), stream: true } })),
  },
  {
    id: "responses/structured",
    operationId,
    says: "a response with reasoning and a JSON schema for its text",
    isValid: true,
    isBilled: true,
    write: (facts) => {
      const model = chooseReasoner(facts.modelList);
      if (model === undefined)
        return { because: "the model list has no model with a reasoning effort", needs: "a model that reasons" };
      return {
        json: {
          model,
          input: "Name the capital of Italy as JSON.",
          max_output_tokens: 400,
          reasoning: { effort: "low", summary: "auto" },
          text: {
            format: {
              type: "json_schema",
              name: "capital",
              schema: { ...toolSchema, additionalProperties: false },
              strict: true,
            },
          },
        },
      };
    },
  },
  {
    id: "responses/refused/wrong-key",
    operationId,
    says: "a response with a key that does not exist",
    isValid: false,
    write: (facts) => ({ json: ask(anyModel(facts, "responses")), key: "wrong" }),
  },
  {
    id: "responses/refused/unknown-model",
    operationId,
    says: "a response of a model that does not exist",
    isValid: false,
    write: () => ({ json: ask(noSuchModel) }),
  },
  {
    id: "responses/refused/missing-input",
    operationId,
    says: "a response without input",
    isValid: false,
    write: (facts) => ({ json: { model: anyModel(facts, "responses") } }),
  },
  {
    id: "responses/refused/temperature-over-2",
    operationId,
    says: "a response with temperature 3",
    isValid: false,
    write: (facts) => ({ json: { ...ask(anyModel(facts, "responses")), temperature: 3 } }),
  },
  ...refusedCaseExchanges(responsesSubject, responsesCases),
];
