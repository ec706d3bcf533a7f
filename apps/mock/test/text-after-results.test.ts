import { expect, test } from "vitest";
import { createClient } from "./client.js";

const question = "Read src/app.ts and tell me what it exports.";
const reminder = "Reminder: read a file before you edit it.";
const result = "export const app = 1;";
const parameters = { type: "object", properties: { path: { type: "string" } }, required: ["path"] };
const named = { name: "read_file", description: "Read a file from the workspace" };
const user = { role: "user", content: question };
const reminded = { role: "user", content: reminder };

const toolUse = { type: "tool_use", id: "t1", name: "read_file", input: { path: "src/app.ts" } };
const toolResult = { type: "tool_result", tool_use_id: "t1", content: result };
const called = { id: "t1", type: "function", function: { name: "read_file", arguments: '{"path":"src/app.ts"}' } };
const functionCall = { type: "function_call", call_id: "t1", name: "read_file", arguments: '{"path":"src/app.ts"}' };

/** An agent's second turn on each interface: the result of its tool, and after it a text of the user. */
const rounds = {
  "messages, in the same message": [
    "/v1/messages",
    {
      tools: [{ ...named, input_schema: parameters }],
      messages: [
        user,
        { role: "assistant", content: [toolUse] },
        { role: "user", content: [toolResult, { type: "text", text: reminder }] },
      ],
    },
  ],
  "messages, in a message of its own": [
    "/v1/messages",
    {
      tools: [{ ...named, input_schema: parameters }],
      messages: [user, { role: "assistant", content: [toolUse] }, { role: "user", content: [toolResult] }, reminded],
    },
  ],
  "chat completions": [
    "/v1/chat/completions",
    {
      tools: [{ type: "function", function: { ...named, parameters } }],
      messages: [
        user,
        { role: "assistant", content: null, tool_calls: [called] },
        { role: "tool", tool_call_id: "t1", content: result },
        reminded,
      ],
    },
  ],
  responses: [
    "/v1/responses",
    {
      tools: [{ type: "function", ...named, parameters }],
      input: [user, functionCall, { type: "function_call_output", call_id: "t1", output: result }, reminded],
    },
  ],
} as const;

async function ask([path, fields]: (typeof rounds)[keyof typeof rounds], replies: object[] = []): Promise<string> {
  const { post } = createClient({ state: { replies } });
  const limit = path === "/v1/messages" && { max_tokens: 500 };
  const answer = await post(path, { model: "Claude-Sonnet-4.5", ...limit, ...fields });
  expect(answer.status).toBe(200);
  return answer.text();
}

const callsATool = /"tool_use"|"tool_calls":|"function_call"/;

test.each(Object.entries(rounds))("a text after a tool's result ends the loop with an answer: %s", async (_, round) => {
  const answer = await ask(round);

  expect(answer).not.toMatch(callsATool);
  expect(answer).toContain("export const app");
});

test.each(Object.entries(rounds))("a scripted follow-up fits with a text after the result: %s", async (_, round) => {
  const call = { toolCalls: [{ name: "read_file", arguments: { path: "a" } }] };
  const byQuestion = { text: "what it exports", turn: 2, reply: { text: "It exports app." } };
  const byPattern = { pattern: "tell me (what it \\w+)", turn: 2, reply: { text: "You asked $1." } };

  expect(await ask(round, [byQuestion])).toContain("It exports app.");
  expect(await ask(round, [byPattern])).toContain("You asked what it exports.");
  expect(await ask(round, [{ text: "Reminder", reply: { text: "I know." } }])).toContain("I know.");
  expect(await ask(round, [{ text: "Read src", reply: call }])).not.toMatch(callsATool);
});

test("a question after an answer is a round of its own, which calls the tool again", async () => {
  const [path, fields] = rounds["chat completions"];
  const messages = [...fields.messages.slice(0, 3), { role: "assistant", content: "It exports app." }, user];

  expect(await ask([path, { ...fields, messages }] as unknown as (typeof rounds)["chat completions"])).toMatch(
    callsATool,
  );
});

test("a forced call is made where the user asks for something else after the result", async () => {
  const [path, fields] = rounds["messages, in the same message"];
  const [, , { content }] = fields.messages;
  const next = { type: "text", text: "And read src/main.ts." };
  const messages = [...fields.messages.slice(0, 2), { role: "user", content: [content[0], next] }];
  const forced = { ...fields, messages, tool_choice: { type: "any" } };

  const answer = await ask([path, forced] as unknown as (typeof rounds)["messages, in the same message"]);

  expect(answer).toMatch(callsATool);
  expect(answer).toContain("main.ts");
});
