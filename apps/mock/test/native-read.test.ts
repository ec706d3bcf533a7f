import type { BotQueryRequest } from "@model-access/contract";
import { expect, test } from "vitest";
import { readQuery } from "../src/native/read-query.js";

const asked: BotQueryRequest = {
  version: "1.2",
  type: "query",
  query: [{ role: "user", content: "Name a river." }],
  user_id: "",
  conversation_id: "",
  message_id: "",
};

const read = (fields: Partial<BotQueryRequest>) => readQuery("GPT-5.2", { ...asked, ...fields });

test("reads the roles of the protocol and leaves out those it does not know", () => {
  const { instructions, turns } = read({
    query: [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Name a river." },
      { role: "bot", content: "The Rhine." },
      { role: "narrator", content: "A pause." },
      { role: "tool", content: "12" },
    ],
  });

  expect(instructions).toBe("Be brief.");
  expect(turns.map(({ role, text }) => ({ role, text }))).toEqual([
    { role: "user", text: "Name a river." },
    { role: "assistant", text: "The Rhine." },
    { role: "tool", text: "12" },
  ]);
});

test("reads attachments", () => {
  const attachment = { url: "https://files.example/a.png", content_type: "image/png", name: "a.png" };

  const { turns } = read({
    query: [{ role: "user", content: "What is this?", attachments: [attachment, attachment] }],
  });

  expect(turns).toMatchObject([{ attachments: [attachment, attachment].map(({ name }) => ({ name })) }]);
});

test("R2.3: parameters of the last message say how much to think; others are accepted", () => {
  const withParameters = (parameters: Record<string, unknown>) =>
    read({ query: [{ role: "user", content: "Name a river.", parameters }] });

  expect(withParameters({ thinking_budget: 800 }).reasoning).toMatchObject({ effort: "medium", budgetTokens: 800 });
  expect(withParameters({ reasoning_effort: "high" }).reasoning).toMatchObject({ effort: "high" });
  expect(withParameters({ style: "watercolour" })).toEqual(read({}));
});

test("tool calls and their results follow the last message", () => {
  const { turns } = read({
    tool_calls: [{ id: "call_1", type: "function", function: { name: "get_time", arguments: "{}" } }],
    tool_results: [{ role: "tool", name: "get_time", tool_call_id: "call_1", content: "noon" }],
  });

  expect(turns.slice(1)).toMatchObject([
    { role: "assistant", text: "", toolCalls: [{ id: "call_1", name: "get_time", arguments: "{}" }] },
    { role: "tool", text: "noon", toolCallId: "call_1" },
  ]);
});
