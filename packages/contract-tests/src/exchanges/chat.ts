import type { ExchangePlan, GivenNames } from "../exchange.js";
import { offers } from "../models/choose-model.js";
import { sameTextAgain, textDiffers } from "./again.js";
import { chatCases, chatSubject } from "./chat-cases.js";
import { refusedCaseExchanges } from "./refused-cases.js";
import { anyModel, noSuchModel, question, shortAnswer, withModel } from "./short-question.js";
import { toolName, toolSchema } from "./tool.js";

const operationId = "createChatCompletion";

const ask = (model: string) => ({ model, messages: [{ role: "user", content: question }], max_tokens: shortAnswer });

/** How many tokens a long answer may have; many enough for any upstream's least. */
export const fewTokens = 16;

/** It is in nearly every text, and so ends nearly every reply. */
export const stopText = " e";

/** A question whose answer has it in it where nothing stops it. */
export const stopQuestion = "Write the sentence: every engine ends early";

/** Parameters of bots, which this interface can't carry (R1.9). */
const customParameters = { thinking_budget: 0, aspect_ratio: "16:9", style: "plain", x_contract_tests: true };

/** In German: its words have letters beyond ASCII, which a stream may spoil. */
const longQuestion =
  "Count from 1 to 200 in German words, one number after the other, separated by commas, without any other text before, between or after them, and do not stop before you have reached two hundred.";

/** A question whose answer is long, and is cut off soon. */
export const askMuch = (model: string) => ({
  model,
  messages: [{ role: "user", content: longQuestion }],
  max_tokens: fewTokens,
  temperature: 0,
});

const givenBots: { name: string; says: string; of(given: GivenNames): string | undefined }[] = [
  { name: "private-bot", says: "a private bot", of: ({ privateBot }) => privateBot },
  { name: "app-bot", says: "the app-creation bot", of: ({ appBot }) => appBot },
];

export const chatExchanges: ExchangePlan[] = [
  {
    id: "chat/reply",
    operationId,
    says: "a plain chat completion",
    isValid: true,
    isBilled: true,
    write: (facts) => withModel(facts, "chat", (model) => ({ json: ask(model) })),
  },
  {
    id: "chat/stream",
    operationId,
    says: "a streamed chat completion",
    isValid: true,
    isStreamed: true,
    isBilled: true,
    write: (facts) => withModel(facts, "chat", (model) => ({ json: { ...ask(model), stream: true } })),
  },
  {
    id: "chat/again",
    operationId,
    says: "the same plain chat completion once more",
    isValid: true,
    isBilled: true,
    needs: ["chat/reply", "chat/stream"],
    write: (facts) =>
      textDiffers(facts, { dialect: "chat", plain: "chat/reply", streamed: "chat/stream" })
        ? withModel(facts, "chat", (model) => ({ json: ask(model) }))
        : sameTextAgain,
  },
  {
    id: "chat/stream-usage",
    operationId,
    says: "a long streamed chat completion that asks for its usage",
    isValid: true,
    isStreamed: true,
    isBilled: true,
    write: (facts) =>
      withModel(facts, "chat", (model) => ({
        json: { ...askMuch(model), stream: true, stream_options: { include_usage: true } },
      })),
  },
  {
    id: "chat/limited",
    operationId,
    says: "a long chat completion with max_tokens 16, temperature 0 and stream false",
    isValid: true,
    isBilled: true,
    write: (facts) => withModel(facts, "chat", (model) => ({ json: { ...askMuch(model), stream: false } })),
  },
  {
    id: "chat/limited-again",
    operationId,
    says: "the same long chat completion once more",
    isValid: true,
    isBilled: true,
    needs: ["chat/limited", "chat/stream-usage"],
    write: (facts) =>
      textDiffers(facts, { dialect: "chat", plain: "chat/limited", streamed: "chat/stream-usage" })
        ? withModel(facts, "chat", (model) => ({ json: askMuch(model) }))
        : sameTextAgain,
  },
  {
    id: "chat/stop",
    operationId,
    says: 'a chat completion with the stop text " e", custom parameters and a field that nobody knows',
    isValid: true,
    isBilled: true,
    write: (facts) =>
      withModel(facts, "chat", (model) => ({
        json: {
          model,
          messages: [{ role: "user", content: stopQuestion }],
          max_tokens: shortAnswer,
          stop: stopText,
          ...customParameters,
        },
      })),
  },
  {
    id: "chat/tools",
    operationId,
    says: "a chat completion that has to call a tool",
    isValid: true,
    isBilled: true,
    write: (facts) =>
      offers(facts.modelList, facts.modelFor("chat"), "tools")
        ? withModel(facts, "chat", (model) => ({
            json: {
              model,
              messages: [{ role: "user", content: "What is the weather in Rome?" }],
              tools: [{ type: "function", function: { name: toolName, parameters: toolSchema } }],
              tool_choice: { type: "function", function: { name: toolName } },
              max_tokens: 200,
            },
          }))
        : { because: "the model list offers no tools with this model", needs: "a model that offers tools" },
  },
  {
    id: "chat/refused/wrong-key",
    operationId,
    says: "a chat completion with a key that does not exist",
    isValid: false,
    write: (facts) => ({ json: ask(anyModel(facts, "chat")), key: "wrong" }),
  },
  {
    id: "chat/refused/unknown-model",
    operationId,
    says: "a chat completion of a model that does not exist",
    isValid: false,
    write: () => ({ json: ask(noSuchModel) }),
  },
  {
    id: "chat/refused/missing-messages",
    operationId,
    says: "a chat completion without messages",
    isValid: false,
    write: (facts) => ({ json: { model: anyModel(facts, "chat"), max_tokens: shortAnswer } }),
  },
  {
    id: "chat/refused/temperature-over-2",
    operationId,
    says: "a chat completion with temperature 3",
    isValid: false,
    write: (facts) => ({ json: { ...ask(anyModel(facts, "chat")), temperature: 3 } }),
  },
  ...givenBots.map(
    ({ name, says, of }): ExchangePlan => ({
      id: `chat/refused/${name}`,
      operationId,
      says: `a chat completion of ${says}`,
      isValid: false,
      write: ({ given }) => {
        const bot = of(given);
        return bot === undefined
          ? { because: `no name of ${says} was given`, needs: `--${name} NAME` }
          : { json: ask(bot) };
      },
    }),
  ),
  ...refusedCaseExchanges(chatSubject, chatCases),
];
