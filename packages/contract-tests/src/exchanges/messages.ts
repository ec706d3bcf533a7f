import { valueAt } from "@model-access/contract";
import type { ExchangePlan, Facts } from "../exchange.js";
import { offers, recordsOf, versionHeader } from "../models/choose-model.js";
import { jsonOf } from "../wire/wire.js";
import { sameTextAgain, textDiffers } from "./again.js";
import { askMuch } from "./chat.js";
import { messagesCases, messagesSubject } from "./messages-cases.js";
import { refusedCaseExchanges } from "./refused-cases.js";
import { anyModel, noSuchModel, question, shortAnswer, withModel } from "./short-question.js";
import { systemMessage } from "./system-message.js";
import { toolName, toolSchema } from "./tool.js";

const operationId = "createMessage";

const headers = { [versionHeader]: "2023-06-01" };

/** The answer is long, and max_tokens cuts it off. */
const ask = (model: string) => ({ ...askMuch(model), system: systemMessage });

export const messagesExchanges: ExchangePlan[] = [
  {
    id: "messages/reply",
    operationId,
    says: "a plain message with a system prompt, whose answer is long and has 16 tokens at most",
    isValid: true,
    isBilled: true,
    write: (facts) => withModel(facts, "messages", (model) => ({ headers, json: ask(model) })),
  },
  {
    id: "messages/stream",
    operationId,
    says: "a streamed message with the key in x-api-key",
    isValid: true,
    isStreamed: true,
    isBilled: true,
    write: (facts) =>
      withModel(facts, "messages", (model) => ({
        headers,
        json: { ...ask(model), stream: true },
        keyPlace: "own-header",
      })),
  },
  {
    id: "messages/again",
    operationId,
    says: "the same plain message once more",
    isValid: true,
    isBilled: true,
    needs: ["messages/reply", "messages/stream"],
    write: (facts) =>
      textDiffers(facts, { dialect: "messages", plain: "messages/reply", streamed: "messages/stream" })
        ? withModel(facts, "messages", (model) => ({ headers, json: ask(model) }))
        : sameTextAgain,
  },
  {
    id: "messages/short",
    operationId,
    says: "a message whose answer is short",
    isValid: true,
    isBilled: true,
    needs: ["messages/reply"],
    write: (facts) =>
      withModel(facts, "messages", (model) => ({
        headers,
        json: { model, max_tokens: shortAnswer, messages: [{ role: "user", content: question }] },
      })),
  },
  {
    id: "messages/tools",
    operationId,
    says: "a message with a picture, a system prompt in blocks and temperature 1 that has to call a tool",
    isValid: true,
    isBilled: true,
    needs: ["messages/reply"],
    write: (facts) =>
      withModel(facts, "messages", (model) => ({
        headers,
        json: {
          model: nameInReply(facts) ?? model,
          max_tokens: 200,
          temperature: 1,
          system: [{ type: "text", text: "You are brief." }],
          messages: [{ role: "user", content: contentFor(facts, model) }],
          tools: [{ name: toolName, input_schema: toolSchema }],
          tool_choice: { type: "tool", name: toolName },
        },
      })),
  },
  {
    id: "messages/refused/foreign-model",
    operationId,
    says: "a message of another provider's model",
    isValid: false,
    write: (facts) => {
      const model = facts.given.foreignModel ?? foreignModel(facts.modelList);
      return model === undefined
        ? { because: "no model of another provider is known", needs: "--foreign-model NAME" }
        : { headers, json: ask(model) };
    },
  },
  {
    id: "messages/refused/own-header-wrong-key",
    operationId,
    says: "a message with a key that does not exist in x-api-key",
    isValid: false,
    write: (facts) => ({ headers, json: ask(anyModel(facts, "messages")), key: "wrong", keyPlace: "own-header" }),
  },
  {
    id: "messages/refused/wrong-key",
    operationId,
    says: "a message with a key that does not exist",
    isValid: false,
    write: (facts) => ({ headers, json: ask(anyModel(facts, "messages")), key: "wrong" }),
  },
  {
    id: "messages/refused/unknown-model",
    operationId,
    says: "a message of a model that does not exist",
    isValid: false,
    write: () => ({ headers, json: ask(noSuchModel) }),
  },
  {
    id: "messages/refused/missing-max-tokens",
    operationId,
    says: "a message without max_tokens",
    isValid: false,
    write: (facts) => ({ headers, json: { ...ask(anyModel(facts, "messages")), max_tokens: undefined } }),
  },
  {
    id: "messages/refused/temperature-over-1",
    operationId,
    says: "a message with temperature 1.5",
    isValid: false,
    write: (facts) => ({ headers, json: { ...ask(anyModel(facts, "messages")), temperature: 1.5 } }),
  },
  ...refusedCaseExchanges(messagesSubject, messagesCases),
];

/** The provider's own name of the model, where the service has one of its own (R2.11): a reply tells it. */
function nameInReply({ replyTo }: Facts): string | undefined {
  const reply = replyTo("messages/reply");
  const message = reply && jsonOf(reply)?.value;
  const name = valueAt(message, "/model");
  return valueAt(message, "/type") === "message" && typeof name === "string" && name !== "" ? name : undefined;
}

/** One white pixel. */
const picture = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=";

/** With a picture where the model list does not say that the model takes none. */
function contentFor({ modelList }: Facts, model: string): object[] {
  const text = { type: "text", text: "What is the weather in Rome?" };
  const saysInputs = recordsOf(modelList).some(
    (record) => valueAt(record, "/architecture/input_modalities") !== undefined,
  );
  if (saysInputs && !offers(modelList, model, "image")) return [text];
  return [{ type: "image", source: { type: "base64", media_type: "image/png", data: picture } }, text];
}

/** A listed model whose list of endpoints leaves the messages interface out. */
function foreignModel(list: unknown): string | undefined {
  const foreign = recordsOf(list).find((record) => {
    const endpoints = valueAt(record, "/supported_endpoints");
    return Array.isArray(endpoints) && endpoints.length > 0 && !endpoints.includes("/v1/messages");
  });
  const id = valueAt(foreign, "/id");
  return typeof id === "string" ? id : undefined;
}
