import { validateRequestBody, validateResponseBody } from "@model-access/contract";
import { expect, test } from "vitest";
import { capOf, provenanceOf } from "../src/checks/provenance.js";

const json = "application/json";
const message = {
  ...{ id: "msg_1", type: "message", role: "assistant", content: [], model: "m" },
  ...{ stop_reason: "end_turn", stop_sequence: null, usage: { input_tokens: 1, output_tokens: 1 } },
};
const weightOf = (body: unknown) => validateResponseBody("createMessage", 200, json, body).map(provenanceOf);
const chat = (change: object) =>
  validateRequestBody("createChatCompletion", json, {
    model: "m",
    messages: [{ role: "user", content: "Hi" }],
    ...change,
  });

test("a member that only the upstream interface requires weighs as upstream when it is missing", () => {
  expect(weightOf({ ...message, id: undefined })).toEqual(["upstream"]);
});

test("the same member weighs as stated when its type is wrong", () => {
  expect(weightOf({ ...message, id: 5 })).toEqual(["stated"]);
});

test.each([
  ["a message without its content", { messages: [{ role: "user" }] }, "stated"],
  ["max_tokens below 1", { max_tokens: 0 }, "upstream"],
  ["a temperature above 2", { temperature: 3 }, "stated"],
  ["no messages", { messages: undefined }, "stated"],
  ["a message that is no object", { messages: [1] }, "stated"],
  ["a role that is no string", { messages: [{ role: 5, content: "Hi" }] }, "stated"],
  ["an assistant's message of nothing", { messages: [{ role: "assistant" }] }, "stated"],
  ["a tool's message without content", { messages: [{ role: "tool", tool_call_id: "1" }] }, "stated"],
  ["a tool's message without the call", { messages: [{ role: "tool", content: "1" }] }, "observed"],
])("%s weighs as what says so", (_title, change, expected) => {
  expect(chat(change).map(provenanceOf)).toEqual([expected]);
});

test.each(["createChatCompletion", "createMessage", "listModels"])(
  "the body of a 403 of %s is capped as inferred",
  (id) => {
    expect([403, 401].map((status) => capOf(id, status))).toEqual(["inferred", undefined]);
  },
);

test.each([
  ["metadata that is a text", { metadata: "x" }],
  ["a tool choice that is a text", { tool_choice: "auto" }],
  ["a tool that is no object", { tools: [1] }],
  ["a block that is no object", { messages: [{ role: "user", content: [1] }] }],
  ["a system block that is no object", { system: [1] }],
])("%s weighs as stated on messages", (_title, change) => {
  const body = { model: "m", max_tokens: 1, messages: [{ role: "user", content: "Hi" }], ...change };

  expect(validateRequestBody("createMessage", json, body).map(provenanceOf)).toEqual(["stated"]);
});

test.each([
  ["a body that is an array", []],
  ["a choice that is no object", { choices: [1] }],
  ["a reply without content", { choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant" } }] }],
])("%s weighs as stated on chat", (_title, change) => {
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  const whole = { object: "chat.completion", id: "1", created: 1, model: "m", usage };
  const body = Array.isArray(change) ? change : { ...whole, ...change };

  expect(validateResponseBody("createChatCompletion", 200, json, body).map(provenanceOf)).toEqual(["stated"]);
});
