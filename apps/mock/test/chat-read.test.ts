import type { ChatCompletionRequest } from "@model-access/contract";
import { expect, test } from "vitest";
import { readConversation } from "../src/chat/read-conversation.js";

const model = "GPT-5.2";
const user = { role: "user" as const, content: "Name a river." };

/** The conversation of a request with one question and these fields. */
const read = (fields: Partial<ChatCompletionRequest>) => readConversation({ model, messages: [user], ...fields });

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
