import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { APICallError } from "@ai-sdk/provider";
import { eventStreamReply, jsonReply, reset, splitBytes, stall, truncate } from "@model-access/sdk/testing";
import { streamText } from "ai";
import { describe, expect, test } from "vitest";
import { chatCompletion, chatStream, namedStream, partsOf, providerOf, question } from "./stub-provider.js";

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
  const { modelAccess } = providerOf([reply]);

  const parts = await partsOf(modelAccess.chat("Test-Model"));

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
  const { modelAccess } = providerOf([chatStream(deltas)]);

  const parts = await partsOf(modelAccess.chat("Test-Model"));

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
  const { modelAccess } = providerOf([chatStream([{ content: "Seven." }], raw)]);

  const parts = await partsOf(modelAccess.chat("Test-Model"));

  expect(parts.at(-1)).toMatchObject({ type: "finish", finishReason: { unified, raw } });
});

test("a refusal is text, and finishes as filtered", async () => {
  const { modelAccess } = providerOf([chatStream([{ refusal: "No." }])]);

  const parts = await partsOf(modelAccess.chat("Test-Model"));

  expect(parts).toContainEqual({ type: "text-delta", id: "0", delta: "No." });
  expect(parts.at(-1)).toMatchObject({ finishReason: { unified: "content-filter" } });
});

test("raw chunks come where they are asked for", async () => {
  const { modelAccess } = providerOf([chatStream([{ content: "Seven." }])]);

  const parts = await partsOf(modelAccess.chat("Test-Model"), { ...question, includeRawChunks: true });

  expect(parts.filter(({ type }) => type === "raw")).toHaveLength(3);
});

describe.each([
  ["ends before its end marker", truncate(chatStream(toolDeltas, "tool_calls"), { afterEvents: 6 })],
  ["is reset", reset(chatStream(toolDeltas, "tool_calls"), { afterEvents: 6 })],
])("a stream that %s", (_how, reply) => {
  test("is an error part, calls no tool, and has no finish", async () => {
    const { modelAccess } = providerOf([reply]);

    const parts = await partsOf(modelAccess.chat("Test-Model"));

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

const piece = (args: string, { name, ...labels }: { index?: unknown; id?: string; name?: string } = {}) => {
  return { ...labels, function: { ...(name === undefined ? {} : { name }), arguments: args } };
};
const oslo: [string, string] = ["weather", '{"city":"Oslo"}'];
const rome: [string, string] = ["weather", '{"city":"Rome"}'];

test.each([
  [
    "whose name comes late",
    [piece('{"city":', { index: 0, id: "a" }), piece('"Oslo"}', { index: 0, name: "weather" })],
    [oslo],
  ],
  [
    "whose name is repeated",
    [piece('{"city":', { index: 0, id: "a", name: "weather" }), piece('"Oslo"}', { index: 0, name: "weather" })],
    [oslo],
  ],
  [
    "whose later names are empty",
    [piece('{"city":', { index: 0, id: "a", name: "weather" }), piece('"Oslo"}', { index: 0, name: "" })],
    [oslo],
  ],
  [
    "whose pieces have ids of their own",
    [piece('{"city":', { index: 0, id: "a", name: "weather" }), piece('"Oslo"}', { index: 0, id: "b" })],
    [oslo],
  ],
  [
    "without index and id after its first piece",
    [piece('{"city":', { id: "a", name: "weather" }), piece('"Oslo"}')],
    [oslo],
  ],
  [
    "with an index that changes",
    [piece('{"city":', { index: 0, id: "a", name: "weather" }), piece('"Oslo"}', { index: 7 })],
    [oslo],
  ],
  [
    "of one index and other ids",
    [piece(oslo[1], { index: 0, id: "a", name: "weather" }), piece(rome[1], { index: 0, id: "b", name: "weather" })],
    [oslo, rome],
  ],
  [
    "of one index without ids",
    [piece(oslo[1], { index: 0, name: "weather" }), piece(rome[1], { index: 0, name: "weather" })],
    [oslo, rome],
  ],
  [
    "of one id and other indices",
    [piece(oslo[1], { index: 0, id: "a", name: "weather" }), piece(rome[1], { index: 1, id: "a", name: "weather" })],
    [oslo, rome],
  ],
  ["without index and id", [piece(oslo[1], { name: "weather" }), piece(rome[1], { name: "weather" })], [oslo, rome]],
  [
    "whose pieces come in turns",
    [
      piece('{"city":', { index: 0, id: "a", name: "weather" }),
      piece('{"city":', { index: 1, id: "b", name: "weather" }),
      piece('"Oslo"}', { id: "a" }),
      piece('"Rome"}', { id: "b" }),
    ],
    [oslo, rome],
  ],
  ["that are no list", piece(oslo[1], { id: "a", name: "weather" }), [oslo]],
])("tool calls %s are told apart, and each has an id", async (_name, pieces, expected) => {
  const deltas = (Array.isArray(pieces) ? pieces : [pieces]).map((one) => ({
    tool_calls: Array.isArray(pieces) ? [one] : one,
  }));
  const { modelAccess } = providerOf([chatStream(deltas, "tool_calls")]);

  const parts = await partsOf(modelAccess.chat("Test-Model"));

  const calls = parts.filter((part) => part.type === "tool-call");
  expect(calls.map(({ toolName, input }) => [toolName, input])).toEqual(expected);
  expect(new Set(calls.map(({ toolCallId }) => toolCallId)).size).toBe(expected.length);
  expect(parts.filter(({ type }) => type === "tool-input-start")).toHaveLength(expected.length);
  expect(parts.filter(({ type }) => type === "tool-input-end")).toHaveLength(expected.length);
});

test("the calls of a whole message are calls each, whatever their ids and indices", async () => {
  const tool_calls = [
    piece(oslo[1], { index: 0, id: "a", name: "weather" }),
    piece(rome[1], { index: 0, id: "a", name: "weather" }),
  ];
  const { modelAccess } = providerOf([jsonReply(chatCompletion({ tool_calls }, "tool_calls"))]);

  const { content } = await modelAccess.chat("Test-Model").doGenerate(question);

  expect(content.map((part) => part.type === "tool-call" && part.input)).toEqual([oslo[1], rome[1]]);
});

test("a tool call without a name breaks the reply, which then has no finish", async () => {
  const { modelAccess } = providerOf([
    chatStream([{ tool_calls: [{ index: 0, id: "a", function: { arguments: "{}" } }] }]),
  ]);

  const parts = await partsOf(modelAccess.chat("Test-Model"));

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
  const { modelAccess } = providerOf([jsonReply(untimed)]);

  const { response } = await modelAccess.chat("Test-Model").doGenerate(question);

  expect(response).toMatchObject({ id: "chatcmpl-1", modelId: "Test-Model" });
  expect(response?.timestamp).toBeUndefined();
});

const city = { city: "Oslo" };
const itemOf = (args: unknown) => {
  return { type: "function_call", id: "fc_1", call_id: "a", name: "weather", arguments: args };
};
const toolUse = (input: unknown) => ({ type: "tool_use", id: "a", name: "weather", input });
const called = piece(city as never, { index: 0, id: "a", name: "weather" });
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
const jsonDelta = (partial_json: unknown) => {
  return { type: "content_block_delta", delta: { type: "input_json_delta", partial_json } };
};

test.each([
  ["chat", "delta", chatStream([{ tool_calls: [called] }], "tool_calls")],
  ["chat", "whole message", jsonReply(chatCompletion({ tool_calls: [called] }))],
  ["messages", "delta", messageStream({ type: "content_block_start", content_block: toolUse({}) }, jsonDelta(city))],
  ["messages", "block", messageStream({ type: "content_block_start", content_block: toolUse(city) })],
  [
    "messages",
    "delta after its block",
    messageStream(
      { type: "content_block_start", content_block: toolUse({}) },
      { type: "content_block_stop" },
      jsonDelta(city),
    ),
  ],
  ["messages", "whole message", jsonReply({ id: "msg_1", content: [toolUse(JSON.stringify(city))] })],
  [
    "responses",
    "delta",
    responseStream(
      [],
      { type: "output_item.added", item: itemOf("") },
      { type: "function_call_arguments.delta", delta: city },
    ),
  ],
  [
    "responses",
    "end of the arguments",
    responseStream(
      [],
      { type: "output_item.added", item: itemOf("") },
      { type: "function_call_arguments.done", arguments: city },
    ),
  ],
  [
    "responses",
    "delta, and the item a number",
    responseStream(
      [],
      { type: "output_item.added", item: itemOf("") },
      { type: "function_call_arguments.delta", delta: city },
      { type: "output_item.done", item: itemOf(7) },
    ),
  ],
  ["responses", "item", responseStream([], { type: "output_item.done", item: itemOf(city) })],
  ["responses", "end", responseStream([itemOf(city)])],
  ["responses", "whole response", jsonReply({ id: "resp_1", status: "completed", output: [itemOf(city)] })],
  ["bot", "delta", botStream],
] as const)(
  "the input of a tool call is kept where the %s interface has it as JSON of another type in a %s",
  async (kind, where, reply) => {
    const model = providerOf([reply]).modelAccess[kind]("Test-Model");

    const parts = where.startsWith("whole") ? (await model.doGenerate(question)).content : await partsOf(model);

    const call = { type: "tool-call", toolCallId: "a", toolName: "weather", input: JSON.stringify(city) };
    expect(parts.filter(({ type }) => type === "tool-call" || type === "error")).toEqual([call]);
  },
);
