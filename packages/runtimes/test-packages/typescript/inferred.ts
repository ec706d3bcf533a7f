// A library that exports the SDK's results without its own types: in declarations, every type needs a name.
import { getBotResponse, ModelAccess, uploadFile } from "@model-access/sdk";
import { createChatCompletions } from "@model-access/sdk/chat";
import * as controls from "@model-access/sdk/controls";
import { createClient } from "@model-access/sdk/core";
import * as points from "@model-access/sdk/points";
import { relay } from "@model-access/sdk/relay";
import * as structured from "@model-access/sdk/structured";
import * as testing from "@model-access/sdk/testing";

export const client = new ModelAccess();
export const completions = createChatCompletions(createClient());
export const { bots, chat, files, messages, models, raw, responses, usage, videos } = client;
export const { create, stream } = chat.completions;
export const { GET, POST } = raw;

const request = { model: "m", messages: [] };
const messageRequest = { ...request, max_tokens: 1 };
const responseRequest = { model: "m", input: "" };

export async function chatParts() {
  const { choices, usage } = await chat.completions.create(request);
  const streamed = await chat.completions.stream(request).final();
  const message = choices[0]?.message;
  return { choices, usage, message, calls: message?.tool_calls, logprobs: choices[0]?.logprobs, streamed };
}
export async function messageParts() {
  const { content, usage } = await messages.create(messageRequest);
  return { content, usage, streamed: await messages.stream(messageRequest).final() };
}
export async function responseParts() {
  const { error, output, usage } = await responses.create(responseRequest);
  return { error, output, usage, streamed: await responses.stream(responseRequest).final() };
}
export async function otherParts() {
  const { data } = await models.list();
  const { answers, tool_calls } = await bots.respond({ bot: "b", messages: [] }).final();
  const [pricing, architecture] = [data[0]?.pricing, data[0]?.architecture];
  return {
    pricing,
    architecture,
    answers,
    tool_calls,
    video: await videos.retrieve("v"),
    balance: await usage.balance(),
  };
}
export async function* chunks() {
  for await (const chunk of chat.completions.stream(request)) {
    yield { chunk, choices: chunk.choices, delta: chunk.choices[0]?.delta, calls: chunk.choices[0]?.delta.tool_calls };
  }
}
export async function* messageEvents() {
  for await (const event of messages.stream(messageRequest)) yield event;
}
export async function* responseEvents() {
  for await (const event of responses.stream(responseRequest)) yield event;
}
export async function* pieces() {
  for await (const piece of bots.respond({ bot: "b", messages: [] })) yield piece;
}
export async function* entries() {
  for await (const entry of usage.history()) yield entry;
}
export async function rawAnswers() {
  return [await raw.GET("/v1/models"), await raw.POST("/v1/chat/completions", { body: request })];
}

declare const schema: structured.StandardSchema<{ name: string }>;
export const chatFormat = structured.chatResponseFormat(schema);
export const responseFormat = structured.responseTextFormat(schema);
export const messageFormat = structured.messageOutputFormat(schema);
export const pacer = points.createPacer();
export const prices = points.createPriceTable({ data: [] });
export const guard = points.createSpendGuard({ prices, maxPoints: 1 });
export const helpers = { ...controls, ...testing, relay };
export const pending = chat.completions.create(request).withResponse();
export const answer = getBotResponse({ bot: "b", messages: [] });
export const upload = uploadFile({ url: "" });
