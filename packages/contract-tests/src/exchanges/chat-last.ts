import { valueAt } from "@model-access/contract";
import type { CannotCall, ExchangePlan, Facts } from "../exchange.js";
import { chooseModel, offers, recordsOf } from "../models/choose-model.js";
import { jsonOf } from "../wire/wire.js";
import { askMuch, stopQuestion, stopText } from "./chat.js";
import { question, shortAnswer, withModel } from "./short-question.js";
import { toolName, toolSchema } from "./tool.js";

/** A letter of four bytes. */
export const wave = "🌊";

/** What a deployment has to bring back as it is: letters of two, three and four bytes. */
export const letters = `Zürich ${wave} grüßt 東京`;

/** Words that say nothing, to make a prompt long. */
const filler = "The quick brown fox jumps over the lazy dog. ";
const fillerTimes = 200;

/** How many words the long prompt has at least; none of them is less than a token. */
export const largeWords = fillerTimes * 9;

const sayLetters = `Reply with this single line: ${letters}`;
const tools = [{ type: "function", function: { name: toolName, parameters: toolSchema } }];
const weather = { role: "user", content: "What is the weather in Rome?" };
const noTools: CannotCall = {
  because: "the model list offers no tools with this model",
  needs: "a model that offers tools",
};

const plan = (about: Pick<ExchangePlan, "id" | "says" | "write"> & Partial<ExchangePlan>): ExchangePlan => ({
  operationId: "createChatCompletion",
  isValid: true,
  isBilled: true,
  isLast: true,
  ...about,
});

/** The cheapest text model of the list beside the one that all other calls have. */
function otherModel({ modelList, modelFor }: Facts): string | undefined {
  const data = recordsOf(modelList).filter((model) => valueAt(model, "/id") !== modelFor("chat"));
  return chooseModel({ data }, "chat");
}

const offersTools = ({ modelList, modelFor }: Facts) => offers(modelList, modelFor("chat"), "tools");

/** Chat completions that are made when all others are: a deployment of many areas leaves no room for them. */
export const lastChatExchanges: ExchangePlan[] = [
  plan({
    id: "chat/tools-stream",
    says: "a streamed chat completion that has to call a tool",
    isStreamed: true,
    write: (facts) =>
      offersTools(facts)
        ? withModel(facts, "chat", (model) => ({
            json: {
              model,
              messages: [weather],
              tools,
              tool_choice: { type: "function", function: { name: toolName } },
              max_tokens: 200,
              stream: true,
            },
          }))
        : noTools,
  }),
  plan({
    id: "chat/tools-result",
    says: "a chat completion with the result of a tool",
    needs: ["chat/tools"],
    write: (facts) => {
      const reply = facts.replyTo("chat/tools");
      const call = valueAt(reply && jsonOf(reply)?.value, "/choices/0/message/tool_calls/0");
      const id = valueAt(call, "/id");
      if (typeof id !== "string") return { because: "no tool was called whose result could be sent", isNeedless: true };
      const said = { role: "assistant", content: "", tool_calls: [call] };
      const result = { role: "tool", tool_call_id: id, content: "Sunny, 24 degrees." };
      return withModel(facts, "chat", (model) => ({
        json: { model, messages: [weather, said, result], tools, max_tokens: shortAnswer },
      }));
    },
  }),
  plan({
    id: "chat/tools-none",
    says: "a chat completion that may call no tool",
    write: (facts) =>
      offersTools(facts)
        ? withModel(facts, "chat", (model) => ({
            json: { model, messages: [weather], tools, tool_choice: "none", max_tokens: shortAnswer },
          }))
        : noTools,
  }),
  plan({
    id: "chat/letters",
    says: "a streamed chat completion of letters beyond ASCII with temperature 0.7, without max_tokens",
    isStreamed: true,
    write: (facts) =>
      withModel(facts, "chat", (model) => ({
        headers: { "content-type": "application/json; charset=utf-8" },
        json: { model, messages: [{ role: "user", content: sayLetters }], temperature: 0.7, stream: true },
      })),
  }),
  plan({
    id: "chat/together-short",
    says: "a short chat completion at the same time as a long one",
    needs: ["chat/letters"],
    besides: "chat/together-long",
    write: (facts) =>
      withModel(facts, "chat", (model) => ({
        json: { model, messages: [{ role: "user", content: question }], max_tokens: shortAnswer },
      })),
  }),
  plan({
    id: "chat/together-long",
    says: "a long chat completion at the same time as a short one",
    needs: ["chat/letters"],
    besides: "chat/together-short",
    write: (facts) => withModel(facts, "chat", (model) => ({ json: askMuch(model) })),
  }),
  plan({
    id: "chat/large",
    says: "a chat completion of a prompt of 9000 characters",
    write: (facts) =>
      withModel(facts, "chat", (model) => ({
        json: {
          model,
          messages: [{ role: "user", content: `${filler.repeat(fillerTimes)}\n\n${sayLetters}` }],
          max_tokens: shortAnswer,
        },
      })),
  }),
  plan({
    id: "chat/other-model",
    says: "a chat completion of another model of the list",
    needs: ["chat/reply"],
    write: (facts) => {
      const model = otherModel(facts);
      return model === undefined
        ? { because: "the model list has one text model only", isNeedless: true }
        : { json: { model, messages: [{ role: "user", content: question }], max_tokens: shortAnswer } };
    },
  }),
  plan({
    id: "chat/stop-stream",
    says: 'a streamed chat completion with two stop texts, the second of them " e"',
    isStreamed: true,
    needs: ["chat/stop"],
    write: (facts) =>
      withModel(facts, "chat", (model) => ({
        json: {
          model,
          messages: [{ role: "user", content: stopQuestion }],
          max_tokens: shortAnswer,
          stop: ["no such text", stopText],
          stream: true,
        },
      })),
  }),
  plan({
    id: "chat/streams-short",
    says: "a short stream at the same time as a long one",
    isStreamed: true,
    needs: ["chat/letters"],
    besides: "chat/streams-long",
    write: (facts) =>
      withModel(facts, "chat", (model) => ({
        json: { model, messages: [{ role: "user", content: question }], max_tokens: shortAnswer, stream: true },
      })),
  }),
  plan({
    id: "chat/streams-long",
    says: "a long stream at the same time as a short one",
    isStreamed: true,
    needs: ["chat/letters"],
    besides: "chat/streams-short",
    write: (facts) => withModel(facts, "chat", (model) => ({ json: { ...askMuch(model), stream: true } })),
  }),
  plan({
    id: "chat/one-token",
    says: "a chat completion with max_tokens 1",
    write: (facts) => withModel(facts, "chat", (model) => ({ json: { ...askMuch(model), max_tokens: 1 } })),
  }),
];
