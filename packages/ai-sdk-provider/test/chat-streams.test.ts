import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { APICallError } from "@ai-sdk/provider";
import { eventStreamReply, jsonReply, reset, splitBytes, stall, truncate } from "@model-access/sdk/testing";
import { streamText } from "ai";
import { describe, expect, test } from "vitest";
import {
  chatCompletion,
  chatStream,
  generateBy,
  namedStream,
  providerOf,
  question,
  streamBy,
} from "./stub-provider.js";

const typesOf = (parts: readonly LanguageModelV4StreamPart[]) => parts.map(({ type }) => type);

const toolDeltas = [
  { role: "assistant", content: "Let me " },
  { content: "see." },
  { tool_calls: [{ index: 0, id: "call_a", type: "function", function: { name: "weather", arguments: '{"city":' } }] },
  { tool_calls: [{ index: 1, id: "call_b", type: "function", function: { name: "time", arguments: "" } }] },
  { tool_calls: [{ index: 0, function: { arguments: '"Oslo"}' } }] },
  { tool_calls: [{ index: 1, function: { arguments: "{}" } }] },
];
const toolParts: object[] = [
  { type: "stream-start", warnings: [] },
  { type: "response-metadata", id: "chatcmpl-1", modelId: "Test-Model", timestamp: new Date(1_760_000_000_000) },
  { type: "text-start", id: "0" },
  { type: "text-delta", id: "0", delta: "Let me " },
  { type: "text-delta", id: "0", delta: "see." },
  { type: "text-end", id: "0" },
  { type: "tool-input-start", id: "call_a", toolName: "weather" },
  { type: "tool-input-delta", id: "call_a", delta: '{"city":' },
  { type: "tool-input-start", id: "call_b", toolName: "time" },
  { type: "tool-input-delta", id: "call_a", delta: '"Oslo"}' },
  { type: "tool-input-delta", id: "call_b", delta: "{}" },
  { type: "tool-input-end", id: "call_a" },
  { type: "tool-input-end", id: "call_b" },
  { type: "tool-call", toolCallId: "call_a", toolName: "weather", input: '{"city":"Oslo"}' },
  { type: "tool-call", toolCallId: "call_b", toolName: "time", input: "{}" },
];

test.each([
  ["whole", chatStream(toolDeltas, "tool_calls")],
  ["byte by byte", splitBytes(chatStream(toolDeltas, "tool_calls"))],
])("a chat stream with text and two tools at once is read %s", async (_name, reply) => {
  const parts = await streamBy("chat", reply);

  const finish = parts.pop();
  expect(parts).toEqual(toolParts);
  expect(finish).toMatchObject({
    type: "finish",
    finishReason: { unified: "tool-calls", raw: "tool_calls" },
    usage: { inputTokens: { total: 12, noCache: 8, cacheRead: 4 }, outputTokens: { total: 8 } },
    providerMetadata: { modelAccess: { attempts: 1, mayHaveBeenProcessed: "yes", model: "Test-Model" } },
  });
});

test("reasoning and sources of chat completions are parts of their own, and two names of one text are read once", async () => {
  const annotation = {
    type: "url_citation",
    url_citation: { url: "https://a.example/", title: "A", start_index: 0, end_index: 5 },
  };
  const deltas = [
    { reasoning_content: "Hm.", reasoning: "Hm." },
    { content: "Seven" },
    { annotations: [annotation] },
    { content: "." },
  ];
  const parts = await streamBy("chat", chatStream(deltas));

  expect(typesOf(parts).slice(2)).toEqual([
    "reasoning-start",
    "reasoning-delta",
    "reasoning-end",
    "text-start",
    "text-delta",
    "source",
    "text-delta",
    "text-end",
    "finish",
  ]);
  const source = parts.find(({ type }) => type === "source");
  expect(source).toMatchObject({ url: "https://a.example/", title: "A" });
  expect(parts.find(({ type }) => type === "text-end")).toMatchObject({
    citations: [{ source, startIndex: 0, endIndex: 5 }],
  });
});

test.each([
  ["stop", "stop"],
  ["length", "length"],
  ["content_filter", "content-filter"],
  ["tomorrow", "other"],
])("a chat stream that ends by %s finishes with %s", async (raw, unified) => {
  const parts = await streamBy("chat", chatStream([{ content: "Seven." }], raw));

  expect(parts.at(-1)).toMatchObject({ type: "finish", finishReason: { unified, raw } });
});

test("a refusal is text, and finishes as filtered", async () => {
  const parts = await streamBy("chat", chatStream([{ refusal: "No." }]));

  expect(parts).toContainEqual({ type: "text-delta", id: "0", delta: "No." });
  expect(parts.at(-1)).toMatchObject({ finishReason: { unified: "content-filter" } });
});

test("raw chunks come where they are asked for", async () => {
  const parts = await streamBy("chat", chatStream([{ content: "Seven." }]), { ...question, includeRawChunks: true });

  expect(parts.filter(({ type }) => type === "raw")).toHaveLength(3);
});

describe.each([
  ["ends before its end marker", truncate(chatStream(toolDeltas, "tool_calls"), { afterEvents: 6 })],
  ["is reset", reset(chatStream(toolDeltas, "tool_calls"), { afterEvents: 6 })],
])("a stream that %s", (_how, reply) => {
  test("is an error part, calls no tool, and has no finish", async () => {
    const parts = await streamBy("chat", reply);

    expect(typesOf(parts)).not.toContain("tool-call");
    expect(typesOf(parts)).not.toContain("finish");
    const last = parts.at(-1);
    expect(last?.type === "error" && APICallError.isInstance(last.error) && last.error).toMatchObject({
      isRetryable: false,
      cause: { name: "StreamIncompleteError", mayHaveBeenProcessed: "yes" },
    });
  });

  test("fails streamText, which does not ask again", async () => {
    const { modelAccess, calls } = providerOf([reply]);
    const errors: unknown[] = [];

    const result = streamText({
      model: modelAccess("Test-Model"),
      prompt: "Name one prime.",
      onError: ({ error }) => void errors.push(error),
    });
    await result.consumeStream();

    expect(errors).toEqual([expect.objectContaining({ name: "AI_APICallError", isRetryable: false })]);
    expect(await result.finishReason).toBe("error");
    expect(calls).toHaveLength(1);
  });
});

test("leaving a stream cancels its request", async () => {
  const { modelAccess, calls } = providerOf([splitBytes(chatStream([{ content: "Se" }, { content: "ven." }]))]);
  const { stream } = await modelAccess("Test-Model").doStream(question);
  const reader = stream.getReader();
  await reader.read();
  await reader.read();

  await reader.cancel();

  expect(calls[0]?.wasCancelled).toBe(true);
});

/** A piece of a tool call with these members alone. */
const piece = (args: unknown, index?: unknown, id?: string, name?: string) => {
  const labels = { ...(index !== undefined && { index }), ...(id !== undefined && { id }) };
  return { ...labels, function: { ...(name !== undefined && { name }), arguments: args } };
};
const weather = "weather";
const oslo: [string, string] = [weather, '{"city":"Oslo"}'];
const rome: [string, string] = [weather, '{"city":"Rome"}'];
const [half, o, r] = ['{"city":', '"Oslo"}', '"Rome"}'];
const none = undefined;

test.each<[string, object[] | object, [string, string][]]>([
  ["whose name comes late", [piece(half, 0, "a"), piece(o, 0, none, weather)], [oslo]],
  ["whose name is repeated", [piece(half, 0, "a", weather), piece(o, 0, none, weather)], [oslo]],
  ["whose later names are empty", [piece(half, 0, "a", weather), piece(o, 0, none, "")], [oslo]],
  ["whose pieces have ids of their own", [piece(half, 0, "a", weather), piece(o, 0, "b")], [oslo]],
  ["without index and id after its first piece", [piece(half, none, "a", weather), piece(o)], [oslo]],
  ["with an index that changes", [piece(half, 0, "a", weather), piece(o, 7)], [oslo]],
  ["of one index and other ids", [piece(oslo[1], 0, "a", weather), piece(rome[1], 0, "b", weather)], [oslo, rome]],
  ["of one index without ids", [piece(oslo[1], 0, none, weather), piece(rome[1], 0, none, weather)], [oslo, rome]],
  ["of one id and other indices", [piece(oslo[1], 0, "a", weather), piece(rome[1], 1, "a", weather)], [oslo, rome]],
  ["without index and id", [piece(oslo[1], none, none, weather), piece(rome[1], none, none, weather)], [oslo, rome]],
  [
    "whose pieces come in turns",
    [piece(half, 0, "a", weather), piece(half, 1, "b", weather), piece(o, none, "a"), piece(r, none, "b")],
    [oslo, rome],
  ],
  ["that are no list", piece(oslo[1], none, "a", weather), [oslo]],
])("tool calls %s are told apart, and each has an id", async (_name, pieces, expected) => {
  const deltas = (Array.isArray(pieces) ? pieces : [pieces]).map((one) => ({
    tool_calls: Array.isArray(pieces) ? [one] : one,
  }));
  const parts = await streamBy("chat", chatStream(deltas, "tool_calls"));

  const calls = parts.filter((part) => part.type === "tool-call");
  expect(calls.map(({ toolName, input }) => [toolName, input])).toEqual(expected);
  expect(new Set(calls.map(({ toolCallId }) => toolCallId)).size).toBe(expected.length);
  expect(parts.filter(({ type }) => type === "tool-input-start")).toHaveLength(expected.length);
  expect(parts.filter(({ type }) => type === "tool-input-end")).toHaveLength(expected.length);
});

test("the calls of a whole message are calls each, whatever their ids and indices", async () => {
  const tool_calls = [piece(oslo[1], 0, "a", weather), piece(rome[1], 0, "a", weather)];
  const { content } = await generateBy("chat", jsonReply(chatCompletion({ tool_calls }, "tool_calls")));

  expect(content.map((part) => part.type === "tool-call" && part.input)).toEqual([oslo[1], rome[1]]);
});

test("a tool call without a name breaks the reply, which then has no finish", async () => {
  const parts = await streamBy(
    "chat",
    chatStream([{ tool_calls: [{ index: 0, id: "a", function: { arguments: "{}" } }] }]),
  );

  expect(typesOf(parts)).toEqual(["stream-start", "response-metadata", "error"]);
});

test("an abort in the middle is an abort to streamText, and cancels the request", async () => {
  const controller = new AbortController();
  const { modelAccess, calls } = providerOf([
    stall(chatStream([{ content: "Se" }, { content: "ven." }]), { afterEvents: 1 }),
  ]);

  const { stream } = streamText({ model: modelAccess("Test-Model"), prompt: "Hello", abortSignal: controller.signal });
  const types: string[] = [];
  for await (const { type } of stream) {
    types.push(type);
    if (type === "text-delta") controller.abort();
  }

  expect(types.at(-1)).toBe("abort");
  expect(types).not.toContain("error");
  expect(calls[0]?.wasCancelled).toBe(true);
});

test("a chat completion without a time has none", async () => {
  const { created: _, ...untimed } = chatCompletion({ content: "7" }) as { created: number };
  const { response } = await generateBy("chat", jsonReply(untimed));

  expect(response).toMatchObject({ id: "chatcmpl-1", modelId: "Test-Model" });
  expect(response?.timestamp).toBeUndefined();
});

const city = { city: "Oslo" };
const itemOf = (args: unknown) => {
  return { type: "function_call", id: "fc_1", call_id: "a", name: "weather", arguments: args };
};
const toolUse = (input: unknown) => ({ type: "tool_use", id: "a", name: "weather", input });
const called = piece(city, 0, "a", weather);
const itemPlace = { output_index: 0, item_id: "fc_1" };

/** A stream of messages with these events of one block. */
const messageStream = (...events: { type: string; [member: string]: unknown }[]) =>
  namedStream([
    { type: "message_start", message: { id: "msg_1", content: [] } },
    ...events.map((event) => ({ index: 0, ...event })),
    { type: "message_delta", delta: { stop_reason: "tool_use" } },
    { type: "message_stop" },
  ]);
/** A stream of responses with these events, and this output at its end. */
const responseStream = (output: unknown[], ...events: { type: string; [member: string]: unknown }[]) =>
  namedStream([
    ...events.map((event) => ({ ...itemPlace, ...event, type: `response.${event.type}` })),
    { type: "response.completed", response: { id: "resp_1", status: "completed", output } },
  ]);
const botStream = eventStreamReply([
  { event: "json", data: { choices: [{ delta: { tool_calls: [called] } }] } },
  { event: "done", data: {} },
]);
const block = (input: unknown) => ({ type: "content_block_start", content_block: toolUse(input) });
const blockStop = { type: "content_block_stop" };
const jsonDelta = { type: "content_block_delta", delta: { type: "input_json_delta", partial_json: city } };
const added = { type: "output_item.added", item: itemOf("") };
const itemDone = (args: unknown) => ({ type: "output_item.done", item: itemOf(args) });
const argsDelta = { type: "function_call_arguments.delta", delta: city };
const argsDone = { type: "function_call_arguments.done", arguments: city };
const wholeMessage = { id: "msg_1", content: [toolUse(JSON.stringify(city))] };
const wholeResponse = { id: "resp_1", status: "completed", output: [itemOf(city)] };

test.each([
  ["chat", "delta", chatStream([{ tool_calls: [called] }], "tool_calls")],
  ["chat", "whole message", jsonReply(chatCompletion({ tool_calls: [called] }))],
  ["messages", "delta", messageStream(block({}), jsonDelta)],
  ["messages", "block", messageStream(block(city))],
  ["messages", "delta after its block", messageStream(block({}), blockStop, jsonDelta)],
  ["messages", "whole message", jsonReply(wholeMessage)],
  ["responses", "delta", responseStream([], added, argsDelta)],
  ["responses", "end of the arguments", responseStream([], added, argsDone)],
  ["responses", "delta, and the item a number", responseStream([], added, argsDelta, itemDone(7))],
  ["responses", "item", responseStream([], itemDone(city))],
  ["responses", "end", responseStream([itemOf(city)])],
  ["responses", "whole response", jsonReply(wholeResponse)],
  ["bot", "delta", botStream],
] as const)(
  "the input of a tool call is kept where the %s interface has it as JSON of another type in a %s",
  async (kind, where, reply) => {
    const parts = where.startsWith("whole") ? (await generateBy(kind, reply)).content : await streamBy(kind, reply);

    const call = { type: "tool-call", toolCallId: "a", toolName: "weather", input: JSON.stringify(city) };
    expect(parts.filter(({ type }) => type === "tool-call" || type === "error")).toEqual([call]);
  },
);
