import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { APICallError } from "@ai-sdk/provider";
import { reset, splitBytes, truncate } from "@model-access/sdk/testing";
import { streamText } from "ai";
import { describe, expect, test } from "vitest";
import { chatStream, namedStream, partsOf, providerOf, question } from "./stub-provider.js";

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
  { type: "tool-call", toolCallId: "call_a", toolName: "weather", input: '{"city":"Oslo"}' },
  { type: "tool-input-end", id: "call_b" },
  { type: "tool-call", toolCallId: "call_b", toolName: "time", input: "{}" },
];

test.each([
  ["whole", chatStream(toolDeltas, "tool_calls")],
  ["byte by byte", splitBytes(chatStream(toolDeltas, "tool_calls"))],
])("a chat stream with text and two tools at once is read %s", async (_name, reply) => {
  const { modelAccess } = providerOf([reply]);

  const parts = await partsOf(modelAccess.chat("Test-Model"));

  const finish = parts.pop();
  // The end of empty pieces is not told.
  expect(parts.filter((part) => !("delta" in part) || part.delta !== "")).toEqual(toolParts);
  expect(finish).toMatchObject({
    type: "finish",
    finishReason: { unified: "tool-calls", raw: "tool_calls" },
    usage: { inputTokens: { total: 12, noCache: 8, cacheRead: 4 }, outputTokens: { total: 8 } },
    providerMetadata: { modelAccess: { attempts: 1, mayHaveBeenProcessed: "yes", model: "Test-Model" } },
  });
});

test("reasoning and sources of chat completions are parts of their own, and two names of one text are read once", async () => {
  const annotation = { type: "url_citation", url_citation: { url: "https://a.example/", title: "A" } };
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
  expect(parts.find(({ type }) => type === "source")).toMatchObject({ url: "https://a.example/", title: "A" });
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

const usage = { input_tokens: 5, cache_read_input_tokens: 3, output_tokens: 1 };
const message = { id: "msg_1", type: "message", role: "assistant", model: "Test-Model", content: [], usage };
const messageEvents = [
  { type: "message_start", message: { ...message, stop_reason: null, stop_sequence: null } },
  { type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "", signature: "" } },
  { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "Hm." } },
  { type: "content_block_delta", index: 0, delta: { type: "signature_delta", signature: "si" } },
  { type: "content_block_delta", index: 0, delta: { type: "signature_delta", signature: "gn" } },
  { type: "content_block_stop", index: 0 },
  { type: "content_block_start", index: 1, content_block: { type: "redacted_thinking", data: "hidden" } },
  { type: "content_block_stop", index: 1 },
  { type: "content_block_start", index: 2, content_block: { type: "text", text: "A moment." } },
  {
    type: "content_block_delta",
    index: 2,
    delta: {
      type: "citations_delta",
      citation: { type: "web_search_result_location", url: "https://a.example/", title: null },
    },
  },
  { type: "content_block_stop", index: 2 },
  // The whole input comes with the start.
  {
    type: "content_block_start",
    index: 3,
    content_block: { type: "tool_use", id: "toolu_a", name: "weather", input: { city: "Oslo" } },
  },
  { type: "content_block_stop", index: 3 },
  {
    type: "content_block_start",
    index: 4,
    content_block: { type: "tool_use", id: "toolu_b", name: "time", input: {} },
  },
  { type: "content_block_delta", index: 4, delta: { type: "input_json_delta", partial_json: '{"zone"' } },
  { type: "content_block_delta", index: 4, delta: { type: "input_json_delta", partial_json: ':"CET"}' } },
  { type: "content_block_stop", index: 4 },
  { type: "message_delta", delta: { stop_reason: "tool_use", stop_sequence: null }, usage: { output_tokens: 9 } },
  { type: "message_stop" },
];

test.each([
  ["whole", namedStream(messageEvents)],
  ["byte by byte", splitBytes(namedStream(messageEvents))],
])("a stream of messages is read %s, and its tool calls come at its end", async (_name, reply) => {
  const { modelAccess } = providerOf([reply]);

  const parts = await partsOf(modelAccess.messages("Test-Model"));

  expect(parts.slice(1)).toEqual([
    { type: "response-metadata", id: "msg_1", modelId: "Test-Model" },
    { type: "reasoning-start", id: "0" },
    { type: "reasoning-delta", id: "0", delta: "Hm." },
    { type: "reasoning-end", id: "0", providerMetadata: { modelAccess: { signature: "sign" } } },
    { type: "reasoning-start", id: "1", providerMetadata: { modelAccess: { redactedData: "hidden" } } },
    { type: "reasoning-end", id: "1" },
    { type: "text-start", id: "2" },
    { type: "text-delta", id: "2", delta: "A moment." },
    { type: "source", sourceType: "url", id: expect.any(String), url: "https://a.example/" },
    { type: "text-end", id: "2" },
    { type: "tool-input-start", id: "toolu_a", toolName: "weather" },
    { type: "tool-input-delta", id: "toolu_a", delta: '{"city":"Oslo"}' },
    { type: "tool-input-end", id: "toolu_a" },
    { type: "tool-input-start", id: "toolu_b", toolName: "time" },
    { type: "tool-input-delta", id: "toolu_b", delta: '{"zone"' },
    { type: "tool-input-delta", id: "toolu_b", delta: ':"CET"}' },
    { type: "tool-input-end", id: "toolu_b" },
    { type: "tool-call", toolCallId: "toolu_a", toolName: "weather", input: '{"city":"Oslo"}' },
    { type: "tool-call", toolCallId: "toolu_b", toolName: "time", input: '{"zone":"CET"}' },
    {
      type: "finish",
      finishReason: { unified: "tool-calls", raw: "tool_use" },
      usage: {
        inputTokens: { total: 8, noCache: 5, cacheRead: 3, cacheWrite: undefined },
        outputTokens: { total: 9, text: 9, reasoning: undefined },
        raw: { ...usage, output_tokens: 9 },
      },
      providerMetadata: { modelAccess: { attempts: 1, mayHaveBeenProcessed: "yes", model: "Test-Model" } },
    },
  ]);
});

const response = { id: "resp_1", object: "response", created_at: 1, model: "Test-Model", output: [] };
const refused = { ...response, status: "incomplete", incomplete_details: { reason: "content_filter" } };

test("a response that is incomplete says why", async () => {
  const { modelAccess } = providerOf([
    namedStream([
      { type: "response.created", response: { ...response, status: "in_progress" } },
      { type: "response.incomplete", response: refused },
    ]),
  ]);

  const parts = await partsOf(modelAccess.responses("Test-Model"));

  expect(parts.at(-1)).toMatchObject({ finishReason: { unified: "content-filter", raw: "content_filter" } });
});

test("a response that failed is an error part, and has no finish", async () => {
  const failed = { ...response, status: "failed", error: { code: "server_error", message: "Broken." } };
  const { modelAccess } = providerOf([
    namedStream([
      { type: "response.created", response: { ...response, status: "in_progress" } },
      { type: "response.failed", response: failed },
    ]),
  ]);

  const parts = await partsOf(modelAccess.responses("Test-Model"));

  expect(typesOf(parts)).toEqual(["stream-start", "response-metadata", "error"]);
  expect(parts.at(-1)).toMatchObject({ error: { message: expect.stringContaining("Broken."), isRetryable: false } });
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
