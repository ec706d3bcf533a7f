import type { BotFileEvent, BotJsonEvent } from "@model-access/contract";
import { expect, test } from "vitest";
import { botEvents } from "./bot-events.js";
import { createClient } from "./client.js";
import { ask as post } from "./dialects.js";

const query = [{ role: "user", content: "What is the weather in Lisbon?" }];

const tools = [
  {
    type: "function",
    function: {
      name: "get_weather",
      description: "Gives the current weather in a city.",
      parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
    },
  },
];

const ask = (fields: object, bot?: string) => botEvents({ query, ...fields }, bot);

const namesOf = (events: { event: string }[]) => [...new Set(events.map(({ event }) => event))];

/** The delta of a chunk; the contract found no fault in it. */
const deltaOf = ({ data }: { data: unknown }) => (data as BotJsonEvent).choices?.[0]?.delta;

test("an answer starts with meta, goes on with text, suggests two replies and is done", async () => {
  const events = await ask({});

  expect(namesOf(events)).toEqual(["meta", "text", "suggested_reply", "done"]);
  expect(events.filter(({ event }) => event === "suggested_reply")).toHaveLength(2);
});

test("the parameter suggested_replies false keeps the bot from suggesting", async () => {
  const parameters = { suggested_replies: false };

  const events = await ask({ query: [{ role: "user", content: "Name a river.", parameters }] });

  expect(namesOf(events)).toEqual(["meta", "text", "done"]);
});

test("a query with tools gets its calls in chunks, each with its id and name first", async () => {
  const events = await ask({ tools });
  const chunks = events.filter(({ event }) => event === "json");
  const pieces = chunks.flatMap((chunk) => deltaOf(chunk)?.tool_calls ?? []);

  expect(namesOf(events)).toEqual(["meta", "json", "done"]);
  expect(deltaOf(chunks[0] ?? { data: {} })).toMatchObject({ role: "assistant", content: null });
  expect(pieces[0]).toMatchObject({ index: 0, id: expect.any(String), function: { name: "get_weather" } });
  expect(JSON.parse(pieces.map((piece) => piece.function.arguments).join(""))).toHaveProperty("city");
  expect(chunks.at(-1)?.data).toMatchObject({ choices: [{ delta: {}, finish_reason: "tool_calls" }] });
});

test("once the results of the tools are there, the answer is text again", async () => {
  const events = await ask({
    tools,
    tool_calls: [{ id: "call_1", type: "function", function: { name: "get_weather", arguments: '{"city":"Lisbon"}' } }],
    tool_results: [{ role: "tool", name: "get_weather", tool_call_id: "call_1", content: '{"temperature":18}' }],
  });

  expect(namesOf(events)).toEqual(["meta", "text", "suggested_reply", "done"]);
});

test("R1.2: a media bot answers with a file, and its text refers to it", async () => {
  const parameters = { aspect_ratio: "16:9", style: "watercolour" };

  const events = await ask({ query: [{ role: "user", content: "A lighthouse.", parameters }] }, "GPT-Image-1");

  expect(namesOf(events)).toEqual(["meta", "file", "text", "done"]);
  expect(events[1]?.data).toMatchObject({
    url: expect.stringMatching(/^http:\/\/mock\/media\/image-[0-9a-f]{12}\.png$/),
    content_type: "image/png",
  });
  const file = events[1]?.data as BotFileEvent | undefined; // as the contract says
  expect(events[2]?.data).toEqual({ text: `![A lighthouse.][${file?.inline_ref}]` });
});

const hello = { role: "user", content: "Hello" };
const known = { thinking_budget: 2000, reasoning_effort: "high", aspect_ratio: "16:9", style: "vivid", own: [1] };

test.for<[number, object]>([
  [200, hello],
  [200, { ...hello, parameters: known, attachments: [] }],
  [400, { role: "user" }],
  [400, { content: "Hello" }],
  [400, { ...hello, content: ["Hello"] }],
  [400, { ...hello, parameters: "high" }],
])("R2.1, R2.2: a protocol message has a role and a text, and any parameters: %s for %j", async ([status, message]) => {
  expect((await post(createClient(), "queryBot", { query: [message] })).status).toBe(status);
});
