import type { ChatCompletion, ChatCompletionChunk } from "@model-access/contract";
import { expect, test } from "vitest";
import { createMock } from "../src/index.js";
import { eventsOf } from "./events.js";
import { createManualClock } from "./manual-clock.js";
import { bearer, json } from "./requests.js";

const messages = [{ role: "user", content: "Name three European rivers." }];

const tool = {
  type: "function",
  function: {
    name: "get_weather",
    description: "Gives the weather of a city.",
    parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
  },
};

/** Asks a fresh mock, so that the ids are the same each time. */
async function ask(fields: Record<string, unknown>): Promise<Response> {
  const { fetch } = createMock({ latency: "instant", clock: createManualClock() });
  const { headers, ...init } = json({ model: "GPT-5.2", messages, ...fields });
  return fetch("http://mock/v1/chat/completions", { ...init, headers: { ...headers, ...bearer("sk-mock-full") } });
}

async function complete(fields: Record<string, unknown>): Promise<ChatCompletion> {
  return (await ask(fields)).json() as Promise<ChatCompletion>; // operations.test.ts validates such answers
}

/** The chunks of a streamed answer, joined to a plain one. */
async function completeStreamed(fields: Record<string, unknown>): Promise<ChatCompletion> {
  const text = await (await ask({ ...fields, stream: true, stream_options: { include_usage: true } })).text();
  const chunks = eventsOf(text)
    .filter(({ data }) => data !== "[DONE]")
    .map(({ data }) => JSON.parse(data) as ChatCompletionChunk); // operations.test.ts validates such events
  return joined(chunks);
}

function joined(chunks: ChatCompletionChunk[]): ChatCompletion {
  const choices = chunks.flatMap((chunk) => chunk.choices);
  const contents = choices.map(({ delta }) => delta.content).filter((content) => typeof content === "string");
  const toolCalls: Record<string, unknown>[] = [];
  for (const piece of choices.flatMap(({ delta }) => delta.tool_calls ?? [])) {
    if (piece.id != null) toolCalls.push({ id: piece.id, type: piece.type, function: { ...piece.function } });
    else Object.assign(toolCalls.at(-1) ?? {}, { function: withArguments(toolCalls.at(-1)?.function, piece.function) });
  }
  const { id, created, model, system_fingerprint } = chunks[0] ?? {};
  return {
    id,
    object: "chat.completion",
    created,
    model,
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: contents.length === 0 ? null : contents.join(""),
          ...(toolCalls.length > 0 && { tool_calls: toolCalls }),
        },
        finish_reason: choices.at(-1)?.finish_reason,
      },
    ],
    usage: chunks.at(-1)?.usage,
    system_fingerprint,
  } as unknown as ChatCompletion; // compared whole with one that the mock wrote
}

const withArguments = (whole: unknown, piece: { arguments?: string | null } | null | undefined) => {
  const start = whole as { arguments: string }; // the first piece of a call has its function
  return { ...start, arguments: start.arguments + (piece?.arguments ?? "") };
};

test.each([
  { what: "a text", fields: {} },
  { what: "a text cut short", fields: { max_tokens: 4 } },
  { what: "a forced tool call", fields: { tools: [tool], tool_choice: "required" } },
  { what: "JSON", fields: { response_format: { type: "json_object" } } },
  {
    what: "JSON of a schema",
    fields: { response_format: { type: "json_schema", json_schema: { name: "a", schema: tool.function.parameters } } },
  },
  { what: "a picture", fields: { model: "GPT-Image-1" } },
])("the pieces of $what, joined, are the plain reply", async ({ fields }) => {
  expect(await completeStreamed(fields)).toEqual(await complete(fields));
});

test("the reply depends on the request: the same twice, another for another question", async () => {
  const content = async (text: string) =>
    (await complete({ messages: [{ role: "user", content: text }] })).choices[0]?.message.content;

  expect(await content("Name a river.")).toBe(await content("Name a river."));
  expect(await content("Name a river.")).not.toBe(await content("Name a mountain, with its height."));
});

test("every completion has the same system_fingerprint, a text", async () => {
  const { system_fingerprint: mark } = await complete({});

  expect(mark).toMatch(/^fp_[0-9a-f]{10}$/);
  expect((await complete({ messages: [{ role: "user", content: "Something else" }] })).system_fingerprint).toBe(mark);
});

test("max_tokens ends a reply with the reason length", async () => {
  const { choices, usage } = await complete({ max_tokens: 4 });

  expect(choices[0]?.finish_reason).toBe("length");
  expect(usage.completion_tokens).toBe(4);
});

test("R1.9: reasoning_effort and custom parameters are accepted and change nothing", async () => {
  const custom = { reasoning_effort: "high", thinking_budget: 8000, aspect_ratio: "16:9" };

  expect(await complete(custom)).toEqual(await complete({}));
});

test("the tool loop ends: a forced call, then its result gets a text", async () => {
  const first = await complete({ tools: [tool], tool_choice: "required" });
  const message = first.choices[0]?.message;
  const call = message?.tool_calls?.[0];

  const second = await complete({
    tools: [tool],
    messages: [...messages, message, { role: "tool", tool_call_id: call?.id, content: '{"temperature":18}' }],
  });

  expect(first.choices[0]?.finish_reason).toBe("tool_calls");
  expect(call?.function.name).toBe("get_weather");
  expect(JSON.parse(call?.function.arguments ?? "")).toHaveProperty("city");
  expect(second.choices[0]).toMatchObject({ message: { content: expect.stringMatching(/\w/) }, finish_reason: "stop" });
});

test("response_format with a schema gets JSON of that schema", async () => {
  const { choices } = await complete({
    response_format: { type: "json_schema", json_schema: { name: "place", schema: tool.function.parameters } },
  });

  expect(JSON.parse(choices[0]?.message.content ?? "")).toEqual({ city: expect.any(String) });
});

test.each([
  {
    model: "GPT-Image-1",
    link: /^!\[Name three European rivers\.\]\(http:\/\/mock\/media\/\S+\.png\)$/,
  },
  { model: "sora-2", link: /^\[Name three European rivers\.\]\(http:\/\/mock\/media\/\S+\.mp4\)$/ },
  {
    model: "Narrator-1",
    link: /^\[Name three European rivers\.\]\(http:\/\/mock\/media\/\S+\.mp3\)$/,
  },
])("R1.13: the media bot $model answers with a link and no tokens", async ({ model, link }) => {
  const { choices, usage } = await complete({ model });

  expect(choices[0]?.message.content).toMatch(link);
  expect(usage).toMatchObject({ prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 });
});

test("a tool choice that no tool can meet is 400", async () => {
  const response = await ask({ tool_choice: "required" });

  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: { code: "invalid_parameter" } });
});
