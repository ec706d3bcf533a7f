import type { ChatCompletionRequest } from "@model-access/contract";
import { expect, test } from "vitest";
import { readConversation } from "../src/chat/read-conversation.js";

const model = "GPT-5.2";
const user = { role: "user" as const, content: "Name a river." };

/** The conversation of a request with one question and these fields. */
const read = (fields: Partial<ChatCompletionRequest>) => readConversation({ model, messages: [user], ...fields });

const weather = { type: "function" as const, function: { name: "get_weather", parameters: { type: "object" } } };
const time = { type: "function" as const, function: { name: "get_time" } };

test("system and developer messages are the instructions, the others are turns", () => {
  const { instructions, turns } = read({
    messages: [
      { role: "system", content: "Be brief." },
      user,
      { role: "developer", content: [{ type: "text", text: "Be kind." }] },
      { role: "assistant", content: "The Rhine." },
    ],
  });

  expect(instructions).toBe("Be brief.\n\nBe kind.");
  expect(turns.map(({ role, text }) => ({ role, text }))).toEqual([
    { role: "user", text: "Name a river." },
    { role: "assistant", text: "The Rhine." },
  ]);
});

test("parts are joined by line breaks; images and files count, sounds do not", () => {
  const { turns } = read({
    messages: [
      {
        role: "user",
        content: [
          { type: "text", text: "One" },
          { type: "image_url", image_url: { url: "https://images.example/a.png" } },
          { type: "file", file: { filename: "a.pdf", file_data: "data:application/pdf;base64,QQ==" } },
          { type: "input_audio", input_audio: { data: "QQ==", format: "wav" } },
          { type: "text", text: "Two" },
        ],
      },
    ],
  });

  expect(turns).toMatchObject([{ text: "One\nTwo", attachments: [{ name: "a.png" }, { name: "a.pdf" }] }]);
});

test("tool calls and their results are turns", () => {
  const call = { type: "function" as const, id: "call_1", function: { name: "get_time", arguments: "{}" } };

  const { turns } = read({
    messages: [
      user,
      { role: "assistant", content: null, tool_calls: [call] },
      { role: "tool", tool_call_id: "call_1", content: "noon" },
      { role: "function", name: "get_time", content: "one" },
    ],
  });

  expect(turns.slice(1)).toEqual([
    {
      role: "assistant",
      text: "",
      attachments: [],
      toolCalls: [{ id: "call_1", name: "get_time", arguments: "{}" }],
      toolCallId: undefined,
    },
    { role: "tool", text: "noon", attachments: [], toolCalls: [], toolCallId: "call_1" },
    { role: "tool", text: "one", attachments: [], toolCalls: [], toolCallId: undefined },
  ]);
});

test("a message of a role that the interface does not have is refused, and the roles are named", () => {
  expect(() => read({ messages: [{ role: "narrator", content: "Once." }] })).toThrow(
    "'messages[0].role' has to be one of 'system', 'developer', 'user', 'assistant', 'tool', 'function'.",
  );
});

test("R1.9: reasoning_effort and custom parameters have no effect", () => {
  const custom = { reasoning_effort: "high", thinking_budget: 8000, aspect_ratio: "16:9" };

  expect(read(custom as object)).toEqual(read({}));
});

test("max_completion_tokens goes before max_tokens", () => {
  expect(read({}).maxTokens).toBeUndefined();
  expect(read({ max_tokens: 9 }).maxTokens).toBe(9);
  expect(read({ max_tokens: 9, max_completion_tokens: 5 }).maxTokens).toBe(5);
});

test("a stop sequence of nothing but white space has no effect", () => {
  expect(read({ stop: "END" }).stop).toEqual(["END"]);
  expect(read({ stop: ["\n\n", "END", ""] }).stop).toEqual(["END"]);
  expect(read({ stop: null }).stop).toEqual([]);
});

test.each([
  { choice: undefined, kind: "auto" },
  { choice: "none" as const, kind: "none" },
  { choice: "required" as const, kind: "required" },
  { choice: { type: "function" as const, function: { name: "get_time" } }, kind: "named" },
])("reads the tool choice $kind", ({ choice, kind }) => {
  const { tools, toolChoice } = read({ tools: [weather, time], ...(choice !== undefined && { tool_choice: choice }) });

  expect(tools.map(({ name }) => name)).toEqual(["get_weather", "get_time"]);
  expect(toolChoice.kind).toBe(kind);
});

test("allowed_tools leaves the allowed ones", () => {
  const { tools, toolChoice } = read({
    tools: [weather, time],
    tool_choice: {
      type: "allowed_tools",
      allowed_tools: { mode: "required", tools: [{ type: "function", function: { name: "get_time" } }] },
    },
  });

  expect(tools.map(({ name }) => name)).toEqual(["get_time"]);
  expect(toolChoice).toEqual({ kind: "required" });
});

test("a tool choice that no tool can meet is refused", () => {
  expect(() => read({ tool_choice: "required" })).toThrow("has none to call");
  expect(() => read({ tools: [time], tool_choice: { type: "function", function: { name: "go" } } })).toThrow("'go'");
});

test.each([
  { format: { type: "text" as const }, read: { kind: "text" } },
  { format: { type: "json_object" as const }, read: { kind: "json" } },
  { format: { type: "json_schema" as const, json_schema: { name: "a" } }, read: { kind: "json" } },
  {
    format: { type: "json_schema" as const, json_schema: { name: "a", schema: { type: "object" } } },
    read: { kind: "schema", schema: { type: "object" } },
  },
])("reads the response format $format.type as $read.kind", ({ format, read: expected }) => {
  expect(read({ response_format: format }).format).toEqual(expected);
});
