import { expect, test } from "vitest";
import { createBotAccumulator } from "../src/bots/bot-stream.js";
import { createChatAccumulator } from "../src/chat/chat-stream.js";
import { createMessageAccumulator, textOfMessage } from "../src/messages/message-stream.js";
import { createResponseAccumulator } from "../src/responses/response-stream.js";
import { sumInLinearTime } from "./linear-growth.js";
import { clientOf, request } from "./stub-service.js";
import { chunkOf, streamText, wholeStreamOf } from "./stub-streams.js";

// More than the stack holds as the arguments of one call.
const many = 130_000;
const manyCalls = 40_000;
const severalTimes = 20_000;

const listOf = <Item>(length: number, itemAt: (index: number) => Item): Item[] =>
  Array.from({ length }, (_, index) => itemAt(index));
const fieldsOf = (length: number) => Object.fromEntries(listOf(length, (index) => [`field${index}`, index]));

const callOf = (index: number) => ({ id: `call_${index}`, function: { name: "f", arguments: "{}" } });
const choicesOf = (length: number) =>
  listOf(length, (n) => ({ index: length - 1 - n, delta: { content: "x" }, finish_reason: null }));
const textBlock = { type: "text", text: "x" };
const textPart = { type: "output_text", text: "x", annotations: [], logprobs: [] };
const messageStart = (message: object) => ({ type: "message_start", message });
const itemDone = (content: unknown) => ({
  type: "response.output_item.done",
  output_index: 0,
  item: { type: "message", content },
});
const textDelta = (delta: unknown, content_index = 0) => ({
  type: "response.output_text.delta",
  output_index: 0,
  content_index,
  delta,
});

const chatOf = (size: number, chunksOf: (size: number) => object[]) =>
  sumInLinearTime(createChatAccumulator, size, chunksOf)?.choices[0];
const messageOf = (size: number, eventsOf: (size: number) => object[]) =>
  sumInLinearTime(createMessageAccumulator, size, eventsOf);
const responseOf = (size: number, eventsOf: (size: number) => object[]) =>
  sumInLinearTime(createResponseAccumulator, size, eventsOf);

test("reads a chunk of very many choices", async () => {
  const { choices, ...chunk } = chunkOf({ content: "x" });
  const data = JSON.stringify({ ...chunk, choices: listOf(many, () => choices[0]) });
  const client = clientOf(async () => wholeStreamOf(streamText(data, "[DONE]")), { maxEventBytes: 64 * 1024 * 1024 });

  expect(await client.chat.completions.stream(request).text()).toBe("x".repeat(many));
});

test("adds up tool calls that have no index", () => {
  const choice = chatOf(manyCalls, (size) => [chunkOf({ tool_calls: listOf(size, callOf) })]);

  expect(choice?.message.tool_calls).toHaveLength(manyCalls);
  expect(choice?.message.tool_calls?.at(-1)).toMatchObject({ id: `call_${manyCalls - 1}` });
});

test("goes on with tool calls by their ids, however many there are", () => {
  const choice = chatOf(manyCalls, (size) => {
    const chunk = chunkOf({ tool_calls: listOf(size, callOf) });
    return [chunk, chunk];
  });

  expect(choice?.message.tool_calls).toHaveLength(manyCalls);
  expect(choice?.message.tool_calls?.at(-1)).toMatchObject({ function: { arguments: "{}{}" } });
});

test("appends a long list of a delta", () => {
  const choice = chatOf(many, (size) => {
    const chunk = chunkOf({ annotations: listOf(size, (n) => ({ n })) });
    return [chunk, chunk];
  });

  expect(choice?.message.annotations).toHaveLength(2 * many);
});

test("appends the log probabilities of a long chunk", () => {
  const choice = chatOf(many, (size) => {
    const logprobs = { content: listOf(size, (n) => ({ token: `${n}` })) };
    const chunk = { choices: [{ index: 0, delta: {}, logprobs }] };
    return [chunk, chunk];
  });

  expect(choice).toMatchObject({ logprobs: { content: { length: 2 * many } } });
});

test("gives very many choices by index", () => {
  const final = sumInLinearTime(createChatAccumulator, manyCalls, (size) => {
    const chunk = { choices: choicesOf(size) };
    return [chunk, chunk];
  });

  expect(final?.choices.every(({ index }, place) => index === place)).toBe(true);
  expect(final?.choices).toHaveLength(manyCalls);
  expect(final?.choices[0]?.message.content).toBe("xx");
});

test("does not copy what came before with every chunk", () => {
  const choice = chatOf(severalTimes, (size) => [
    { ...chunkOf(fieldsOf(size)), ...fieldsOf(size) },
    ...listOf(size, () => chunkOf({ content: "x" })),
  ]);

  expect(choice?.message.content).toHaveLength(severalTimes);
});

test("takes a message that starts with very many blocks", () => {
  const message = messageOf(many, (size) => [messageStart({ content: listOf(size, () => textBlock) })]);

  expect(message?.content).toHaveLength(many);
  expect(message && textOfMessage(message)).toHaveLength(many);
});

test("appends citations to a block that has very many", () => {
  const delta = { type: "citations_delta", citation: {} };

  const message = messageOf(severalTimes, (size) => [
    {
      type: "content_block_start",
      index: 0,
      content_block: { type: "text", text: "", citations: listOf(size, (n) => ({ n })) },
    },
    ...listOf(size, () => ({ type: "content_block_delta", index: 0, delta })),
  ]);

  expect(message?.content).toMatchObject([{ citations: { length: 2 * severalTimes } }]);
});

test("does not copy a message with every change of it", () => {
  const usage = { output_tokens: 1 };

  const message = messageOf(severalTimes, (size) => [
    messageStart({ ...fieldsOf(size), usage: fieldsOf(size) }),
    ...listOf(size, () => ({ type: "message_delta", delta: { usage }, usage })),
  ]);

  expect(Object.keys(message?.usage ?? {})).toHaveLength(severalTimes + 1);
});

test("does not copy a response with every word of its progress", () => {
  const response = responseOf(severalTimes, (size) => [
    { type: "response.created", response: fieldsOf(size) },
    ...listOf(size, (n) => ({ type: "response.in_progress", response: { n } })),
  ]);

  expect(response).toMatchObject({ field0: 0, n: severalTimes - 1 });
});

test("takes an output item with very many parts", () => {
  const response = responseOf(many, (size) => [itemDone(listOf(size, () => textPart)), textDelta("y", size - 1)]);

  expect(response?.output_text).toHaveLength(many + 1);
});

test("takes parts of a response from the last to the first", () => {
  const response = responseOf(severalTimes, (size) => {
    const parts = listOf(size, (n) => textDelta("x", size - n));
    return [...parts, ...parts];
  });

  expect(response?.output).toMatchObject([{ content: { length: severalTimes, 0: { text: "xx" } } }]);
});

test("appends the log probabilities of a long delta of a response", () => {
  const response = responseOf(many, (size) => {
    const delta = { ...textDelta("x"), logprobs: listOf(size, (n) => ({ token: `${n}` })) };
    return [delta, delta];
  });

  expect(response?.output).toMatchObject([{ content: [{ text: "xx", logprobs: { length: 2 * many } }] }]);
});

test("adds up very many tool calls and answers of a bot", () => {
  const reply = sumInLinearTime(createBotAccumulator, severalTimes, (size) => [
    { text: "x", tool_calls: listOf(size, callOf) },
    ...listOf(size, (n) => ({ text: "x", index: size - n })),
  ]);

  expect(reply?.tool_calls).toHaveLength(severalTimes);
  expect(reply?.answers).toHaveLength(severalTimes + 1);
  expect(reply?.answers?.every(({ index }, place) => index === place)).toBe(true);
});
