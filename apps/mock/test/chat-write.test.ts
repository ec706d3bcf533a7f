import { operationOf, validateResponseBody } from "@model-access/contract";
import { expect, test } from "vitest";
import { eachChunk } from "../src/chat/chunks.js";
import { writeCompletion } from "../src/chat/completion.js";
import type { Reply } from "../src/conversation/reply.js";
import { cutOf } from "../src/conversation/write-answer.js";
import { streamFaults } from "./events.js";

const envelope = {
  id: "chatcmpl-1",
  created: 1_795_000_000,
  model: "GPT-5.2",
  callIds: ["call_1", "call_2"],
  fingerprint: "fp_0123456789",
};

const text: Reply = {
  reasoning: [],
  text: ["The ", "Rhine."],
  toolCalls: [],
  citations: [],
  searchQuery: undefined,
  finish: { reason: "stop" },
  usage: { inputTokens: 3, outputTokens: 2, reasoningTokens: 1 },
};

const calls: Reply = {
  ...text,
  text: [],
  toolCalls: [
    { name: "get_weather", arguments: ['{"city":', '"Oslo"}'] },
    { name: "get_time", arguments: ["{}"] },
  ],
  finish: { reason: "tool_calls" },
};

const writeChunks = (reply: Reply, of: typeof envelope, options: { includeUsage?: boolean } = {}) => [
  ...eachChunk(writeCompletion(reply, of), { cut: cutOf(reply), ...options }),
];

test("a reply is one choice, with its usage", () => {
  const completion = writeCompletion(text, envelope);

  expect(completion).toMatchObject({
    object: "chat.completion",
    model: "GPT-5.2",
    choices: [{ index: 0, message: { role: "assistant", content: "The Rhine." }, finish_reason: "stop" }],
    usage: {
      prompt_tokens: 3,
      completion_tokens: 2,
      total_tokens: 5,
      completion_tokens_details: { reasoning_tokens: 1 },
    },
  });
  expect(completion.choices[0]?.message).not.toHaveProperty("tool_calls");
});

test("the completion and each of its chunks have the same system_fingerprint", () => {
  const marks = writeChunks(text, envelope, { includeUsage: true }).map((chunk) => chunk.system_fingerprint);

  expect(writeCompletion(text, envelope).system_fingerprint).toBe("fp_0123456789");
  expect(new Set(marks)).toEqual(new Set(["fp_0123456789"]));
});

test("a reply of tool calls has null for content", () => {
  const [choice] = writeCompletion(calls, envelope).choices;

  expect(choice).toMatchObject({
    message: {
      content: null,
      tool_calls: [
        { id: "call_1", type: "function", function: { name: "get_weather", arguments: '{"city":"Oslo"}' } },
        { id: "call_2", type: "function", function: { name: "get_time", arguments: "{}" } },
      ],
    },
    finish_reason: "tool_calls",
  });
});

test.each([
  { finish: { reason: "stop" as const }, told: "stop" },
  { finish: { reason: "stop_sequence" as const, stopSequence: "END" }, told: "stop" },
  { finish: { reason: "length" as const }, told: "length" },
])("$finish.reason is told as $told", ({ finish, told }) => {
  const reply = { ...text, finish };

  expect(writeCompletion(reply, envelope).choices[0]?.finish_reason).toBe(told);
  expect(writeChunks(reply, envelope).at(-1)?.choices[0]?.finish_reason).toBe(told);
});

test("the first chunk has the role, the last the finish reason", () => {
  const deltas = writeChunks(text, envelope).map(({ choices }) => choices[0]?.delta);

  expect(deltas).toEqual([{ role: "assistant", content: "" }, { content: "The " }, { content: "Rhine." }, {}]);
});

test("the first piece of a tool call has its id, type and name", () => {
  const pieces = writeChunks(calls, envelope).flatMap(({ choices }) => choices[0]?.delta.tool_calls ?? []);

  expect(pieces).toEqual([
    { index: 0, id: "call_1", type: "function", function: { name: "get_weather", arguments: "" } },
    { index: 0, function: { arguments: '{"city":' } },
    { index: 0, function: { arguments: '"Oslo"}' } },
    { index: 1, id: "call_2", type: "function", function: { name: "get_time", arguments: "" } },
    { index: 1, function: { arguments: "{}" } },
  ]);
});

test("the usage comes last where it is asked for, and is null before", () => {
  const chunks = writeChunks(text, envelope, { includeUsage: true });

  expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: 3, total_tokens: 5 } });
  expect(chunks.slice(0, -1).every(({ usage }) => usage === null)).toBe(true);
  expect(writeChunks(text, envelope).some((chunk) => "usage" in chunk)).toBe(false);
});

test.each([
  { what: "text", reply: text },
  { what: "tool calls", reply: calls },
  { what: "nothing", reply: { ...text, text: [] } },
])("a reply of $what is as the contract says, plain and streamed", ({ reply }) => {
  const events = writeChunks(reply, envelope, { includeUsage: true }).map((chunk) => ({ data: JSON.stringify(chunk) }));

  expect(
    validateResponseBody("createChatCompletion", 200, "application/json", writeCompletion(reply, envelope)),
  ).toEqual([]);
  expect(streamFaults(operationOf("createChatCompletion"), [...events, { data: "[DONE]" }])).toEqual([]);
});
