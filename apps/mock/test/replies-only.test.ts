import { expect, test } from "vitest";
import type { ScriptedReply } from "../src/index.js";
import { createClient } from "./client.js";
import { ask, type Dialect, dialectNames, dialects, type Fields } from "./dialects.js";

const shop = dialects.createChatCompletion.body("Which boots?", "A shop");

function mockOf(...replies: ScriptedReply[]) {
  const client = createClient({ state: { replies }, repliesOnly: true });
  return async (fields: Fields = {}, headers = {}, dialect: Dialect = "createChatCompletion") => {
    const response = await ask(
      client,
      dialect,
      dialect === "createChatCompletion" ? { ...shop, ...fields } : fields,
      headers,
    );
    return { status: response.status, text: await response.text() };
  };
}

const messageIn = ({ text }: { text: string }) => (JSON.parse(text) as { error: { message: string } }).error.message;

test.for(dialectNames)("with repliesOnly, %s refuses what no reply answers", async (dialect) => {
  const refused = await mockOf()({}, {}, dialect);

  expect(refused.status).toBe(400);
  expect(messageIn(refused)).toBe("No reply answers this request; there are none.");
});

test("with repliesOnly, a reply is given as without", async () => {
  const answered = await mockOf({ text: "boots", reply: { text: "Wide ones." } })();

  expect(answered).toMatchObject({ status: 200, text: expect.stringContaining("Wide ones.") });
});

test("the code of the refusal says that a reply is missing, and nothing is charged", async () => {
  const { get, chat } = createClient({ repliesOnly: true });
  const balance = async () => (await get("/v1/balance")).text();
  const before = await balance();

  const refused = await chat();

  expect(await refused.json()).toMatchObject({ error: { type: "invalid_request_error", code: "reply_not_found" } });
  expect(await balance()).toBe(before);
});

test.each<[string, ScriptedReply, string]>([
  ["its text", { text: "hats", reply: { text: "No." } }, "reply-1 ('hats'), which differs in 'text'."],
  [
    "its system prompt",
    { text: "boots", system: "title", reply: { text: "No." } },
    "reply-1 ('boots'), which differs in 'system'.",
  ],
  [
    "its operation",
    { operationId: "createMessage", reply: { text: "No." } },
    "reply-1, which differs in 'operationId'.",
  ],
  [
    "several conditions",
    { model: "GPT-5.2", key: "sk-mock-tiny", turn: 2, reply: { text: "No." } },
    "reply-1, which differs in 'model' and 2 more places.",
  ],
])("the refusal says that the nearest reply is for another one: %s", async (_what, reply, says) => {
  const refused = await mockOf(reply)();

  expect(messageIn(refused)).toBe(`No reply answers this request; the nearest is ${says}`);
});

test("the nearest of several replies is named, with no more than the beginning of its condition", async () => {
  const refused = await mockOf(
    { text: "hats", turn: 2, reply: { text: "No." } },
    { pattern: `^${"long ".repeat(20)}`, reply: { text: "No." } },
  )();

  expect(messageIn(refused)).toBe(
    "No reply answers this request; the nearest is reply-2 ('^long long long long long long long long…'), which differs in 'pattern'.",
  );
});

test("tool calls whose results are there are named as the reason", async () => {
  const call = { id: "call_1", type: "function", function: { name: "look", arguments: "{}" } };
  const messages = [
    { role: "user", content: "Which boots?" },
    { role: "assistant", content: null, tool_calls: [call] },
    { role: "tool", tool_call_id: "call_1", content: "Wide" },
  ];

  const refused = await mockOf({ reply: { toolCalls: [{ name: "look", arguments: {} }] } })({ messages });

  expect(messageIn(refused)).toContain("reply-1, which differs in its tool calls, as their results are there.");
});

test("faults, examples and operations in which no model speaks are answered as usual", async () => {
  const ask = mockOf();

  expect((await createClient({ repliesOnly: true }).get("/v1/models")).status).toBe(200);
  expect((await ask({}, { "x-mock-fault": "status-503" })).status).toBe(503);
  expect((await ask({}, { prefer: "code=200" })).status).toBe(200);
});
