// @module-tag socket
import Anthropic from "@anthropic-ai/sdk";
import { expect, test } from "vitest";
import { startFileMock } from "./mock-server.ts";

const mock = await startFileMock();
const client = new Anthropic({ baseURL: mock.baseURL, apiKey: "sk-mock-full", maxRetries: 0 });

const question: Anthropic.MessageParam = { role: "user", content: "Do I need an umbrella in Bergen?" };

const request: Anthropic.MessageCreateParamsNonStreaming = {
  model: "claude-sonnet-4-5",
  max_tokens: 400,
  messages: [question],
  tools: [
    {
      name: "get_weather",
      description: "The weather at a place.",
      input_schema: { type: "object", properties: { place: { type: "string" } }, required: ["place"] },
    },
  ],
  tool_choice: { type: "any" },
};

test("@anthropic-ai/sdk's stream helper accumulates a tool's input to what the plain reply has", async () => {
  const streamed = await client.messages.stream(request).finalMessage();
  const plain = await client.messages.create(request);

  expect(streamed.stop_reason).toBe("tool_use");
  expect(usesOf(streamed).map(({ name, input }) => [name, input])).toEqual(
    usesOf(plain).map(({ name, input }) => [name, input]),
  );
  expect(streamed.usage).toEqual(plain.usage);
});

test("@anthropic-ai/sdk's tool loop ends when the results are in the conversation", async () => {
  const called = await client.messages.create(request);
  const results = usesOf(called).map(({ id }) => ({
    type: "tool_result" as const,
    tool_use_id: id,
    content: "Rain, 9 °C.",
  }));

  const answered = await client.messages.create({
    ...request,
    tool_choice: { type: "auto" },
    messages: [question, { role: "assistant", content: called.content }, { role: "user", content: results }],
  });

  expect(results.length).toBeGreaterThan(0);
  expect(answered.stop_reason).toBe("end_turn");
  expect(answered.content.at(-1)).toMatchObject({ type: "text", text: expect.stringMatching(/\w/) });
});

test("@anthropic-ai/sdk's stream helper accumulates thoughts with their signature", async () => {
  const { content } = await client.messages
    .stream({
      ...request,
      max_tokens: 4000,
      tools: [],
      tool_choice: { type: "none" },
      thinking: { type: "enabled", budget_tokens: 2000 },
    })
    .finalMessage();

  expect(content[0]).toMatchObject({
    type: "thinking",
    thinking: expect.stringMatching(/\w/),
    signature: expect.stringMatching(/\w/),
  });
});

test("@anthropic-ai/sdk gets a streamed message, event by event to its end", async () => {
  const types: string[] = [];
  for await (const event of await client.messages.create({ ...request, stream: true })) types.push(event.type);

  expect(types[0]).toBe("message_start");
  expect(types.at(-1)).toBe("message_stop");
});

test("@anthropic-ai/sdk may send its key as a bearer token", async () => {
  const bearer = new Anthropic({ baseURL: mock.baseURL, authToken: "sk-mock-full", apiKey: null, maxRetries: 0 });

  expect((await bearer.messages.create(request)).type).toBe("message");
});

test("@anthropic-ai/sdk throws its error for a wrong key and for a foreign model", async () => {
  const wrong = new Anthropic({ baseURL: mock.baseURL, apiKey: "sk-wrong", maxRetries: 0 });

  await expect(wrong.messages.create(request)).rejects.toBeInstanceOf(Anthropic.AuthenticationError);
  await expect(client.messages.create({ ...request, model: "GPT-5.2" })).rejects.toBeInstanceOf(
    Anthropic.NotFoundError,
  );
});

const usesOf = ({ content }: Anthropic.Message) => content.filter((block) => block.type === "tool_use");
