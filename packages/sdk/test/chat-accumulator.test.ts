import { expect, test } from "vitest";
import { createChatAccumulator } from "../src/chat/chat-stream.js";
import type { ChatCompletionChunk } from "../src/index.js";
import { chunkOf, resultOf } from "./stub-streams.js";

const sumOf = (...chunks: object[]) => resultOf(createChatAccumulator(), chunks);

const messageOf = (...deltas: object[]) => sumOf(...deltas.map((delta) => chunkOf(delta)))?.choices[0]?.message;
const call = (index: number | undefined, id: string | undefined, name: string | undefined, args: string) => ({
  tool_calls: [
    {
      ...(index === undefined ? {} : { index }),
      ...(id === undefined ? {} : { id, type: "function" }),
      function: { ...(name === undefined ? {} : { name }), arguments: args },
    },
  ],
});
const oslo = { id: "call_1", type: "function", function: { name: "getWeather", arguments: '{"city":"Oslo"}' } };
const bergen = { id: "call_2", type: "function", function: { name: "getWeather", arguments: '{"city":"Bergen"}' } };

test("has no result before the first chunk", () => {
  expect(sumOf()).toBeUndefined();
});

test("joins the pieces of the text", () => {
  expect(
    messageOf({ role: "assistant", content: "" }, { content: "Sev" }, { content: "en" }, { content: null }, {}),
  ).toEqual({
    role: "assistant",
    content: "Seven",
  });
});

test("leaves the content null where no piece of it came", () => {
  expect(messageOf({ role: "assistant" }, call(0, "call_1", "getWeather", "{}"))).toMatchObject({ content: null });
});

test("joins reasoning and refusal apart from the text", () => {
  expect(
    messageOf(
      { reasoning_content: "Is 7 ", reasoning: "Is 7 " },
      { reasoning_content: "prime?", reasoning: "prime?" },
      { refusal: "N" },
      { refusal: "o" },
    ),
  ).toEqual({
    role: "assistant",
    content: null,
    reasoning_content: "Is 7 prime?",
    reasoning: "Is 7 prime?",
    refusal: "No",
  });
});

test("puts tool calls together by index", () => {
  const message = messageOf(
    call(0, "call_1", "getWeather", ""),
    call(0, undefined, undefined, '{"city":'),
    call(1, "call_2", "getWeather", '{"city":'),
    call(0, undefined, undefined, '"Oslo"}'),
    call(1, undefined, undefined, '"Bergen"}'),
  );

  expect(message?.tool_calls).toEqual([oslo, bergen]);
});

test("orders tool calls by index, whichever came first", () => {
  expect(
    messageOf(call(1, "call_2", "getWeather", '{"city":"Bergen"}'), call(0, "call_1", "getWeather", '{"city":"Oslo"}'))
      ?.tool_calls,
  ).toEqual([oslo, bergen]);
});

test("takes several calls from one chunk", () => {
  const both = {
    tool_calls: [
      ...call(0, "call_1", "getWeather", '{"city":"Oslo"}').tool_calls,
      ...call(1, "call_2", "getWeather", '{"city":"Bergen"}').tool_calls,
    ],
  };

  expect(messageOf(both)?.tool_calls).toEqual([oslo, bergen]);
});

test("puts tool calls together by id where the index is missing", () => {
  const message = messageOf(
    call(undefined, "call_1", "getWeather", '{"city":'),
    call(undefined, undefined, undefined, '"Oslo"}'),
    call(undefined, "call_2", "getWeather", ""),
    call(undefined, "call_2", undefined, '{"city":"Bergen"}'),
  );

  expect(message?.tool_calls).toEqual([oslo, bergen]);
});

test("opens a call after the highest index for a new id without one", () => {
  const message = messageOf(
    call(4, "call_1", "getWeather", '{"city":"Oslo"}'),
    call(undefined, "call_2", "getWeather", '{"city":'),
    call(5, undefined, undefined, '"Bergen"}'),
  );

  expect(message?.tool_calls).toEqual([oslo, bergen]);
});

test.each([
  ["negative", -1],
  ["broken", 0.5],
  ["larger than any list", 2 ** 53],
  ["a text", "0"],
])("puts tool calls together by id where the index is %s", (_what, index) => {
  const calls = [
    ...call(undefined, "call_1", "getWeather", '{"city":').tool_calls,
    ...call(undefined, undefined, undefined, '"Oslo"}').tool_calls,
    ...call(undefined, "call_2", "getWeather", '{"city":"Bergen"}').tool_calls,
  ];

  expect(messageOf({ tool_calls: calls.map((piece) => ({ ...piece, index })) })?.tool_calls).toEqual([oslo, bergen]);
});

test("keeps calls apart that a gateway gives the same index", () => {
  const message = messageOf(
    call(0, "call_1", "getWeather", '{"city":"Oslo"}'),
    call(0, "call_2", "getWeather", '{"city":'),
    call(0, undefined, undefined, '"Bergen"}'),
  );

  expect(message?.tool_calls).toEqual([oslo, bergen]);
});

test("takes a new id without a name for one more piece of the call", () => {
  const message = messageOf(
    call(0, "call_1", "getWeather", '{"city":'),
    call(0, "call_9", undefined, '"Oslo"}'),
    call(1, "call_2", "getWeather", '{"city":"Bergen"}'),
  );

  expect(message?.tool_calls).toEqual([{ ...oslo, id: "call_9" }, bergen]);
});

test("keeps a name that is repeated in every piece once", () => {
  expect(
    messageOf(call(0, "call_1", "getWeather", '{"city":'), call(0, "call_1", "getWeather", '"Oslo"}'))?.tool_calls,
  ).toEqual([oslo]);
});

test("keeps what a provider adds to a tool call", () => {
  const extra_content = { google: { thought_signature: "c2ln" } };

  expect(messageOf({ tool_calls: [{ index: 0, ...oslo, extra_content }] })?.tool_calls).toEqual([
    { ...oslo, extra_content },
  ]);
});

test("gives choices by index, whichever came first, and those without a number last", () => {
  const choiceAt = (index: unknown) => ({ index, delta: { content: String(index) }, finish_reason: null });

  const sum = sumOf({ ...chunkOf({}), choices: [2, "b", Number.NaN, 10, "a", -1, 0].map(choiceAt) });

  expect(sum?.choices.map(({ message }) => message.content)).toEqual(["-1", "0", "2", "10", "b", "NaN", "a"]);
});

test("takes the usage from the chunk without choices", () => {
  const usage = { prompt_tokens: 9, completion_tokens: 1, total_tokens: 10 };
  const sum = sumOf(
    { ...chunkOf({ content: "7" }), usage: null },
    { ...chunkOf({}, "stop"), usage: null },
    { ...chunkOf({}), choices: [], usage },
  );

  expect(sum).toMatchObject({ usage, choices: [{ message: { content: "7" }, finish_reason: "stop" }] });
});

test("has no usage where none came", () => {
  expect(sumOf({ ...chunkOf({ content: "7" }), usage: null })).not.toHaveProperty("usage");
});

test("appends lists and log probabilities", () => {
  const first = chunkOf({ content: "7", annotations: [{ type: "url_citation", n: 1 }] });
  const second = chunkOf({ annotations: [{ type: "url_citation", n: 2 }] });
  const withLogprobs = (chunk: ChatCompletionChunk, token: string) => ({
    ...chunk,
    choices: [{ ...chunk.choices[0], logprobs: { content: [{ token }], refusal: null } }],
  });

  const sum = sumOf(withLogprobs(first, "7"), withLogprobs(second, "."));

  expect(sum?.choices[0]?.message.annotations).toEqual([
    { type: "url_citation", n: 1 },
    { type: "url_citation", n: 2 },
  ]);
  expect(sum?.choices[0]).toMatchObject({ logprobs: { content: [{ token: "7" }, { token: "." }] } });
  expect(first.choices[0]?.delta.annotations).toHaveLength(1);
});

test("keeps fields that it does not know, the last value of each", () => {
  const sum = sumOf(
    { ...chunkOf({ content: "7", mood: { calm: 1 } }), weather: "rain" },
    { ...chunkOf({ mood: { calm: 2 } }), weather: "sun", obfuscation: "xxxx" },
  );

  expect(sum).toMatchObject({ weather: "sun", choices: [{ message: { content: "7", mood: { calm: 2 } } }] });
  expect(sum).not.toHaveProperty("obfuscation");
});

test.each([
  ["no delta", { ...chunkOf({}), choices: [{ index: 0, finish_reason: "stop" }] }],
  ["a null delta", { ...chunkOf({}), choices: [{ index: 0, delta: null, finish_reason: null }] }],
  ["no index", { ...chunkOf({}), choices: [{ delta: { content: "7" } }] }],
  ["tool calls that are no list", chunkOf({ tool_calls: "none" })],
  ["tool calls that are no objects", chunkOf({ tool_calls: [null, 7] })],
  ["a function that is null", chunkOf({ tool_calls: [{ index: 0, function: null }] })],
  ["content that is no text", chunkOf({ content: { parts: [] } })],
])("does not break on %s", (_what, chunk) => {
  expect(sumOf(chunkOf({ content: "7" }), chunk, chunkOf({}, "stop"))).toMatchObject({ id: "chatcmpl-1" });
});

test("does not let a field reach the prototype", () => {
  const chunk = JSON.parse(
    '{"choices":[{"index":0,"delta":{"__proto__":{"polluted":true},"content":"7"}}],"__proto__":{"polluted":true}}',
  );

  const sum = sumOf(chunk);

  expect(sum).not.toHaveProperty("polluted");
  expect(sum?.choices[0]?.message).toEqual({ role: "assistant", content: "7" });
});
