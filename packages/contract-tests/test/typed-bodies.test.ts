import { expect, test } from "vitest";
import { billedCall } from "../src/requests/billed-call.js";

const about = { id: "chat/some", says: "a chat completion" };

test("a call with a member that the contract doesn't have, or has under another name, does not compile", () => {
  const calls = [
    billedCall("chat", { ...about, json: (model) => ({ model, messages: [], max_tokens: 1 }) }),
    // @ts-expect-error: its name is max_tokens
    billedCall("chat", { ...about, json: (model) => ({ model, messages: [], max_token: 1 }) }),
    // @ts-expect-error: responses have an input
    billedCall("responses", { ...about, json: (model) => ({ model, messages: [] }) }),
    // @ts-expect-error: a stop text is a text or a list of them
    billedCall("messages", { ...about, json: (model) => ({ model, messages: [], max_tokens: 1, stop_sequences: 1 }) }),
  ];

  expect(calls.map(({ operationId }) => operationId)).toEqual([
    ...["createChatCompletion", "createChatCompletion", "createResponse", "createMessage"],
  ]);
});
