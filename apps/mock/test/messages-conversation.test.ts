import type { MessageRequest } from "@model-access/contract";
import { expect, test } from "vitest";
import { readConversation } from "../src/messages/read-conversation.js";
import { defaultWorld } from "../src/world/world.js";

const weather = { name: "get_weather", description: "The weather.", input_schema: { type: "object" as const } };

const read = (fields: Partial<MessageRequest>) =>
  readConversation(
    {
      model: "claude-sonnet-4-5",
      max_tokens: 64,
      messages: [{ role: "user", content: "Hello" }],
      ...fields,
    },
    defaultWorld().catalogue.find(fields.model ?? "claude-sonnet-4-5"),
  );

test("reads a text and its blocks alike, counts pictures and documents, and leaves thoughts out (R2.9)", () => {
  const conversation = read({
    system: [
      { type: "text", text: "Be kind." },
      { type: "text", text: "Be short." },
    ],
    messages: [
      { role: "user", content: "Hello" },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "Hm.", signature: "s" },
          { type: "text", text: "Hi." },
        ],
      },
      {
        role: "user",
        content: [
          { type: "image", source: { type: "url", url: "https://pictures.example/a.png" } },
          { type: "document", source: { type: "url", url: "https://papers.example/a.pdf" } },
          { type: "text", text: "What" },
          { type: "text", text: "is this?" },
        ],
      },
    ],
  });

  expect(conversation.instructions).toBe("Be kind.\n\nBe short.");
  expect(
    conversation.turns.map(({ role, text, attachments }) => [role, text, attachments.map(({ name }) => name)]),
  ).toEqual([
    ["user", "Hello", []],
    ["assistant", "Hi.", []],
    ["user", "What\nis this?", ["a.png", "a.pdf"]],
  ]);
});

test("reads a tool's use and its result as turns of their own (R1.4)", () => {
  const { turns } = read({
    messages: [
      { role: "user", content: "Rain?" },
      {
        role: "assistant",
        content: [{ type: "tool_use", id: "toolu_1", name: "get_weather", input: { place: "Bergen" } }],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "toolu_1", content: [{ type: "text", text: "Rain." }] },
          { type: "text", text: "So?" },
        ],
      },
    ],
    tools: [weather],
  });

  expect(turns.slice(1)).toMatchObject([
    { role: "assistant", toolCalls: [{ id: "toolu_1", name: "get_weather", arguments: '{"place":"Bergen"}' }] },
    { role: "tool", text: "Rain.", toolCallId: "toolu_1" },
    { role: "user", text: "So?" },
  ]);
});

test("reads the limits of the reply", () => {
  const conversation = read({
    max_tokens: 2048,
    thinking: { type: "enabled", budget_tokens: 1024 },
  });

  expect(conversation).toMatchObject({
    maxTokens: 2048,
    reasoning: { budgetTokens: 1024 },
  });
  expect(read({ thinking: { type: "adaptive" } }).reasoning).toMatchObject({ effort: "high", budgetTokens: undefined });
  expect(read({ thinking: { type: "disabled" } }).reasoning).toBeUndefined();
});

test("refuses thinking for a model that can't", () => {
  expect(() => read({ model: "Claude-Haiku-4.5", thinking: { type: "enabled", budget_tokens: 1024 } })).toThrow(
    "does not think",
  );
});
