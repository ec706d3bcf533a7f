import type { ResponseOutputItem, ResponseRequest } from "@model-access/contract";
import { expect, test } from "vitest";
import { readConversation } from "../src/responses/read-conversation.js";
import { resolveInput } from "../src/responses/resolve-input.js";
import { type KeptResponse, keptResponse } from "../src/responses/response-store.js";
import { addItems, emptyThread } from "../src/responses/thread.js";
import { defaultWorld } from "../src/world/world.js";
import { createSessionOf } from "./session-of.js";

const { state } = await createSessionOf(defaultWorld());
const store = state.responses;
const keep = (account: string, response: KeptResponse) =>
  state.leave("sk-mock-full", { kept: keptResponse(account, response) });

const read = async (fields: Partial<ResponseRequest>, account = "a") => {
  const request = { model: "GPT-5.2", input: "Hello", ...fields };
  return readConversation(request, await resolveInput(request, { store, account }));
};

const call = { type: "function_call" as const, call_id: "call_1", name: "get_weather", arguments: "{}" };
const result = { type: "function_call_output" as const, call_id: "call_1", output: "Rain." };

test("reads messages in their short and long form, instructions apart, and leaves unknown items out", async () => {
  const { turns, instructions } = await read({
    instructions: "Be kind.",
    input: [
      { role: "developer", content: "Be short." },
      { role: "user", content: "Hello" },
      { type: "reasoning", id: "rs_1", summary: [] },
      { type: "message", role: "assistant", id: "msg_1", content: [{ type: "output_text", text: "Hi." }] },
      { type: "web_search_call", id: "ws_1", status: "completed" },
      JSON.parse('{"type":"computer_call","id":"cu_1"}'),
      {
        role: "user",
        content: [
          { type: "input_text", text: "What" },
          { type: "input_image", image_url: "https://pictures.example/a.png" },
          { type: "input_file", file_url: "https://papers.example/a.pdf" },
          { type: "input_text", text: "is this?" },
        ],
      },
    ],
  });

  expect(instructions).toBe("Be kind.\n\nBe short.");
  expect(turns.map(({ role, text, attachments }) => [role, text, attachments.map(({ name }) => name)])).toEqual([
    ["user", "Hello", []],
    ["assistant", "Hi.", []],
    ["user", "What\nis this?", ["a.png", "a.pdf"]],
  ]);
});

test("reads calls into the assistant's turn, and each result as a turn", async () => {
  const second = { ...call, call_id: "call_2" };

  const { turns } = await read({
    input: [{ role: "user", content: "Rain?" }, { role: "assistant", content: "I'll look." }, call, second, result],
  });

  expect(turns.slice(1)).toMatchObject([
    { role: "assistant", text: "I'll look.", toolCalls: [{ id: "call_1" }, { id: "call_2" }] },
    { role: "tool", text: "Rain.", toolCallId: "call_1" },
  ]);
});

test("reads the limit and the reasoning (R1.5)", async () => {
  const conversation = await read({
    max_output_tokens: 64,
    parallel_tool_calls: false,
    reasoning: { effort: "low", summary: "auto" },
  });

  expect(conversation).toMatchObject({
    maxTokens: 64,
    mayCallInParallel: false,
    reasoning: { effort: "low", summary: "detailed" },
  });
  expect((await read({ reasoning: { effort: "none" } })).reasoning).toBeUndefined();
  expect((await read({})).reasoning).toBeUndefined();
});

test("goes on from a kept response and refers to its items, each account to its own", async () => {
  const output: ResponseOutputItem[] = [{ ...call, id: "fc_1", status: "completed" }];
  const thread = addItems(emptyThread, [{ role: "user", content: "Rain?" }, ...output]);
  await keep("a", { id: "resp_1", thread, output });

  const continued = await read({ previous_response_id: "resp_1", input: [result] });
  const referring = await read({
    input: [{ role: "user", content: "Rain?" }, { type: "item_reference", id: "fc_1" }, result],
  });

  expect(continued.turns.map(({ role }) => role)).toEqual(["user", "assistant", "tool"]);
  expect(referring).toEqual(continued);
  await expect(read({ previous_response_id: "resp_1" }, "b")).rejects.toMatchObject({ code: "invalid_parameter" });
  await expect(read({ input: [{ type: "item_reference", id: "fc_1" }] }, "b")).rejects.toMatchObject({
    code: "invalid_parameter",
  });
});
