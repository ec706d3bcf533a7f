import { expect, test } from "vitest";
import { createClient, say as sayBy } from "./client.js";

const client = createClient();
const say = (content: string, system?: string) => sayBy(client, content, system === undefined ? {} : { system });

const ticket = "My invoice is wrong, I was charged twice.";

test.each([
  ["Answer with the label only: billing, technical, other.", "billing technical other"],
  ["Classify the ticket. Labels: billing, technical, other.", "billing technical other"],
  ["Reply with one of these categories: refund, login-problem, other", "refund login-problem other"],
  ["Respond with exactly one of the following labels:\n- billing\n- technical\n- other", "billing technical other"],
  ["Choose one: A, B, C", "A B C"],
  ["Classify the message as positive, negative or neutral.", "positive negative neutral"],
])("a label that is to be chosen is the whole answer: %s", async (task, labels) => {
  expect(labels.split(" ")).toContain(await say(ticket, task));
  expect(labels.split(" ")).toContain(await say(`${task}\n\n${ticket}`));
  expect(labels.split(" ")).toContain(await say(`${ticket}\n\n${task}`));
});

test.each([
  "Compare these options: React, Vue, Svelte",
  "Buy the following: milk, eggs",
  "Write one function: parse, format",
])("a row of things is no choice of labels: %s", async (prompt) => {
  expect((await say(prompt)).split(" ").length).toBeGreaterThan(3);
});

test.each([
  "Return only a JSON array of five ideas for a birthday.",
  "Return only a JSON array.",
  "Give me three adjectives for a cat as a JSON array, nothing else.",
  "List the users with name and age. Return only a JSON array.",
])("a JSON array that is asked for is one: %s", async (task) => {
  expect(JSON.parse(await say(task))).toEqual(expect.any(Array));
  expect(JSON.parse(await say("The sea and its ships", task))).toEqual(expect.any(Array));
});

const search = { type: "web_search_20250305", name: "web_search" };
const turn = { model: "Claude-Sonnet-4.5", max_tokens: 50, messages: [{ role: "user", content: "Hi" }] };
const response = { model: "GPT-5.2", input: "Hi" };

test.each([
  ["/v1/responses", { ...response, tools: [{ type: "file_search" }], tool_choice: "required" }, 200],
  ["/v1/responses", { ...response, tools: [{ type: "file_search" }], tool_choice: { type: "file_search" } }, 200],
  ["/v1/responses", { ...response, tools: [], tool_choice: "required" }, 400],
  ["/v1/messages", { ...turn, tools: [search], tool_choice: { type: "any" } }, 200],
  ["/v1/messages", { ...turn, tools: [search], tool_choice: { type: "tool", name: "web_search" } }, 200],
  ["/v1/messages", { ...turn, tools: [search], tool_choice: { type: "tool", name: "other" } }, 400],
])(
  "a choice that a tool of the service meets is accepted, required or by name: %s %j",
  async (path, fields, status) => {
    expect((await client.post(path, fields)).status).toBe(status);
  },
);
