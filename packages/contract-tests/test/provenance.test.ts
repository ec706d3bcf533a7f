import { validateRequestBody, validateResponseBody } from "@model-access/contract";
import { expect, test } from "vitest";
import { provenanceOf } from "../src/checks/provenance.js";

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
])("%s weighs as what says so", (_title, change, expected) => {
  expect(chat(change).map(provenanceOf)).toEqual([expected]);
});
