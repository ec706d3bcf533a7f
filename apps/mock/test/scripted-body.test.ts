import { type Example, operationOf, responseOf } from "@model-access/contract";
import { expect, test } from "vitest";
import { createMock } from "../src/index.js";
import { eventsOf, streamFaults } from "./events.js";
import { exampleRequest } from "./requests.js";

type Fields = Record<string, unknown>;
type Events = Fields[];

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

const join: Record<string, (events: Events) => unknown> = {
  createChatCompletion: joinChunks,
  createMessage: joinMessage,
  createResponse: joinResponse,
};

const cases = Object.keys(join).flatMap((operationId) => [
  ...Object.entries(examplesOf(operationId)).map(([name, { value }]) => ({ operationId, name, body: value })),
  ...(recorded[operationId] ?? []).map(([name, body]) => ({ operationId, name, body })),
]);

test.each(cases)("$operationId says the same plain and streamed: $name", async ({ operationId, body }) => {
  const { fetch } = createMock({ latency: "instant", state: { replies: [{ operationId, body }] } });
  const { url, init } = exampleRequest(operationId);
  const fields = JSON.parse(String(init.body)) as Fields;
  const ask = async (more: Fields) =>
    (await fetch(url, { ...init, body: JSON.stringify({ ...fields, ...more }) })).text();
  const includesUsage = operationId === "createChatCompletion" && { stream_options: { include_usage: true } };

  const plain = JSON.parse(await ask({ stream: false, stream_options: undefined }));
  const events = eventsOf(await ask({ stream: true, ...includesUsage }));

  expect(plain).toEqual(body);
  expect(streamFaults(operationOf(operationId), events)).toEqual([]);
  const payloads = events.filter(({ data }) => data !== "[DONE]").map(({ data }) => JSON.parse(data) as Fields);
  expect(join[operationId]?.(payloads)).toEqual(plain);
});

/** Chunks as one completion, as clients put them together: texts grow, calls by their index, the rest is taken over. */
function joinChunks(chunks: Events): unknown {
  const whole: Fields = {};
  const choices: { index: number; message: Fields }[] = [];
  for (const { choices: parts, usage, ...head } of chunks) {
    Object.assign(whole, { ...head, object: "chat.completion", ...(usage != null && { usage }) });
    for (const { index, delta, ...rest } of parts as { index: number; delta: Fields }[]) {
      choices[index] ??= { index, message: {} };
      Object.assign(choices[index], rest);
      grow(choices[index].message, delta);
    }
  }
  return { ...whole, choices };
}

function grow(whole: Fields, delta: Fields): void {
  for (const [name, value] of Object.entries(delta)) {
    const isText = typeof value === "string" && !["role", "id", "type", "name"].includes(name);
    if (name === "tool_calls") {
      whole.tool_calls ??= [];
      for (const { index, ...piece } of value as { index: number }[]) {
        const calls = whole.tool_calls as Fields[];
        calls[index] ??= {};
        grow(calls[index], piece);
      }
    } else if (name === "function") {
      whole.function ??= {};
      grow(whole.function as Fields, value as Fields);
    } else whole[name] = isText && typeof whole[name] === "string" ? whole[name] + value : value;
  }
}

function joinMessage(events: Events): unknown {
  let whole: Fields & { content: Fields[] } = { content: [] };
  const inputs: string[] = [];
  for (const event of events as {
    type: string;
    index: number;
    message: never;
    content_block: Fields;
    delta: Fields;
    usage: object;
  }[]) {
    const { type, index, delta } = event;
    const block = whole.content[index] ?? {};
    if (type === "message_start") whole = structuredClone(event.message);
    if (type === "content_block_start") whole.content[index] = { ...event.content_block };
    if (type === "message_delta") whole = { ...whole, ...delta, usage: { ...(whole.usage as object), ...event.usage } };
    if (type === "content_block_stop" && inputs[index]) block.input = JSON.parse(inputs[index]);
    if (type !== "content_block_delta") continue;
    if (delta.type === "text_delta") block.text += String(delta.text);
    if (delta.type === "thinking_delta") block.thinking += String(delta.thinking);
    if (delta.type === "signature_delta") block.signature = delta.signature;
    if (delta.type === "citations_delta") block.citations = [...((block.citations ?? []) as unknown[]), delta.citation];
    if (delta.type === "input_json_delta") inputs[index] = (inputs[index] ?? "") + String(delta.partial_json);
  }
  return whole;
}

/** The response of the last event; its items are what the events before it have built up. */
function joinResponse(events: Events): unknown {
  const items: Fields[] = [];
  const said: string[] = [];
  for (const { type, output_index, item, delta } of events as {
    type: string;
    output_index: number;
    item: Fields;
    delta: string;
  }[]) {
    if (type === "response.output_item.done") items[output_index] = item;
    if (type.endsWith(".delta")) said.push(delta);
  }
  const { response: whole } = events.at(-1) as { response: { output: Fields[] } };
  expect(whole.output).toEqual(items);
  const texts = JSON.stringify(items).matchAll(/"(?:text|refusal|arguments)":("(?:[^"\\]|\\.)*")/g);
  expect(said.join("")).toBe([...texts].map(([, text]) => JSON.parse(text ?? "")).join(""));
  return whole;
}
