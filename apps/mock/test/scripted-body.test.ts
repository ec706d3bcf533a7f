import { type Example, responseOf } from "@model-access/contract";
import { expect, test } from "vitest";
import { createClient } from "./client.js";
import { askPlain, askStreamed, type Fields, plainDialects } from "./dialects.js";
import { joinStream } from "./join-stream.js";

const chat = (message: Fields, choice: Fields = { finish_reason: "stop" }) => ({
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1,
  model: "GPT-5.2",
  choices: [{ index: 0, message: { role: "assistant", content: null, ...message }, ...choice }],
  usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
});

const message = (content: Fields[], fields: Fields = { stop_reason: "end_turn" }) => ({
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "claude-haiku-4-5",
  content,
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 2 },
  ...fields,
});

const response = (output: Fields[], fields: Fields = {}) => {
  const [example] = Object.values(examplesOf("createResponse"));
  return { ...(example?.value as Fields), output, output_text: "", ...fields };
};

const call = (text: string, id: string) => ({ id, type: "function", function: { name: "look", arguments: text } });
const says = (text: string, id: string) => ({
  type: "message",
  id,
  status: "completed",
  role: "assistant",
  content: [{ type: "output_text", text, annotations: [], logprobs: [] }],
});

function examplesOf(operationId: string): Record<string, Example> {
  return responseOf(operationId, 200)?.mediaTypes["application/json"]?.examples ?? {};
}

/** Bodies as deployments have sent them, which no example has. */
const recorded: Record<string, [string, unknown][]> = {
  createChatCompletion: [
    ["a refusal", chat({ refusal: "I can't help with that, sorry." })],
    ["a pause", chat({ content: "Wait" }, { finish_reason: "content_filter", logprobs: null })],
    [
      "broken arguments",
      chat({ tool_calls: [call('{"a": [1, 2', "call_1"), call("", "call_2")] }, { finish_reason: "tool_calls" }),
    ],
    [
      "a call of another type",
      chat({ tool_calls: [{ id: "call_1", type: "custom", custom: { name: "sql", input: "x" } }] }),
    ],
    ["calls that ended with stop", chat({ content: "One", tool_calls: [call("{}", "call_1")] })],
    [
      "members of its own",
      { ...chat({ content: "Yes", audio: null }), service_tier: "default", system_fingerprint: "fp" },
    ],
  ],
  createMessage: [
    ["a refusal", message([{ type: "text", text: "No, I won't." }], { stop_reason: "refusal" })],
    ["a pause", message([{ type: "text", text: "Let me look." }], { stop_reason: "pause_turn" })],
    [
      "several texts",
      message([
        { type: "text", text: "One two." },
        { type: "text", text: "Three four." },
      ]),
    ],
    [
      "text behind thoughts and a call",
      message([
        { type: "thinking", thinking: "Hm, let me think.", signature: "abc" },
        { type: "redacted_thinking", data: "c2VjcmV0" },
        { type: "tool_use", id: "toolu_1", name: "look", input: { a: [1, { b: "two" }] } },
        { type: "text", text: "And more." },
      ]),
    ],
    ["a block of another type", message([{ type: "odd", text: 1, data: { a: [1] } }])],
    ["nothing", message([])],
  ],
  createResponse: [
    [
      "items and parts of other types",
      response([
        { type: "odd", id: "odd_1", data: { a: [1] } },
        { type: "reasoning", id: "rs_1", summary: [{ type: "odd" }] },
        { ...says("", "msg_1"), content: [{ type: "odd" }] },
      ]),
    ],
    ["several messages", response([says("One two.", "msg_1"), says("Three four.", "msg_2")])],
    [
      "broken arguments",
      response([
        {
          type: "function_call",
          id: "fc_1",
          call_id: "call_1",
          name: "look",
          arguments: '{"a": [1',
          status: "completed",
        },
      ]),
    ],
    [
      "several parts",
      response([
        {
          ...says("One two.", "msg_1"),
          content: [...says("One two.", "").content, { type: "refusal", refusal: "No more than that." }],
        },
      ]),
    ],
    [
      "several summaries",
      response([
        { type: "reasoning", id: "rs_1", summary: ["First.", "Then."].map((text) => ({ type: "summary_text", text })) },
        says("One.", "msg_1"),
      ]),
    ],
    [
      "a content filter",
      response([says("One", "msg_1")], {
        status: "incomplete",
        completed_at: null,
        incomplete_details: { reason: "content_filter" },
      }),
    ],
  ],
};

const cases = plainDialects.flatMap((operationId) => [
  ...Object.entries(examplesOf(operationId)).map(([name, { value }]) => ({ operationId, name, body: value })),
  ...(recorded[operationId] ?? []).map(([name, body]) => ({ operationId, name, body })),
]);

test.for(cases)("$operationId says the same plain and streamed: $name", async ({ operationId, body }) => {
  const client = createClient({ state: { replies: [{ operationId, body }] } });

  expect(await askPlain(client, operationId)).toEqual(body);
  expect(joinStream[operationId]?.(await askStreamed(client, operationId))).toEqual(body);
});
