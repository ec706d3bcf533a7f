import { jsonReply, splitBytes } from "@model-access/sdk/testing";
import { expect, test } from "vitest";
import { generateBy, namedStream, streamBy } from "./stub-provider.js";

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
      citation: { type: "web_search_result_location", url: "https://a.example/", title: null, cited_text: "So it is." },
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
  const parts = await streamBy("messages", reply);

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
    {
      type: "text-end",
      id: "2",
      citations: [
        { source: expect.objectContaining({ sourceType: "url", url: "https://a.example/" }), citedText: "So it is." },
      ],
    },
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

const created = { type: "response.created", response: { ...response, status: "in_progress" } };
const failed = { ...response, status: "failed", error: { code: "server_error", message: "Broken." } };

test("a response that is incomplete says why", async () => {
  const incomplete = { type: "response.incomplete", response: refused };

  const parts = await streamBy("responses", namedStream([created, incomplete]));

  expect(parts.at(-1)).toMatchObject({ finishReason: { unified: "content-filter", raw: "content_filter" } });
});

test("a response that failed is an error part, and has no finish", async () => {
  const parts = await streamBy("responses", namedStream([created, { type: "response.failed", response: failed }]));

  expect(parts.map(({ type }) => type)).toEqual(["stream-start", "response-metadata", "error"]);
  expect(parts.at(-1)).toMatchObject({ error: { message: expect.stringContaining("Broken."), isRetryable: false } });
});

test("a whole response has its reasoning, refusal and sources", async () => {
  const annotation = { type: "url_citation", url: "https://a.example/", title: "A", start_index: 0, end_index: 3 };
  const said = [
    { type: "output_text", text: "See.", annotations: [annotation] },
    { type: "refusal", refusal: " No more." },
  ];
  const whole = {
    ...response,
    status: "completed",
    incomplete_details: null,
    usage: null,
    output: [
      { type: "reasoning", id: "rs_1", summary: [{ type: "summary_text", text: "Hm." }], encrypted_content: "enc" },
      { type: "web_search_call", id: "ws_1", status: "completed" },
      { type: "message", id: "msg_1", role: "assistant", status: "completed", content: said },
    ],
  };
  const { content, finishReason } = await generateBy("responses", jsonReply(whole));

  const source = { type: "source", sourceType: "url", id: expect.any(String), url: "https://a.example/", title: "A" };
  expect(content).toEqual([
    {
      type: "reasoning",
      text: "Hm.",
      providerMetadata: { modelAccess: { itemId: "rs_1", encryptedContent: "enc" } },
    },
    { type: "text", text: "See. No more.", citations: [{ source, startIndex: 0, endIndex: 3 }] },
    source,
  ]);
  expect(finishReason).toEqual({ unified: "content-filter", raw: "completed" });
});

const withTextAlone = { ...response, status: "completed", usage: null, output_text: "Seven." };

test("the text of a response may be in output_text alone, whole and streamed", async () => {
  const { content } = await generateBy("responses", jsonReply(withTextAlone));
  const parts = await streamBy("responses", namedStream([{ type: "response.completed", response: withTextAlone }]));

  expect(content).toEqual([{ type: "text", text: "Seven." }]);
  expect(parts.filter(({ type }) => type.startsWith("text"))).toMatchObject([{}, { delta: "Seven." }, {}]);
});

test("a whole response that failed is an error that is not asked for again", async () => {
  const call = generateBy("responses", jsonReply(failed));

  await expect(call).rejects.toMatchObject({
    name: "AI_APICallError",
    message: expect.stringContaining("Broken."),
    isRetryable: false,
    cause: { name: "StreamError", mayHaveBeenProcessed: "yes" },
  });
});
