// @module-tag socket
// Third-party clients with the mock, in addition to the page on moving from openai (document-snippets.test.ts). The mock refuses
// invalid requests, so an answer also shows that the client follows the contract.
import Anthropic from "@anthropic-ai/sdk";
import { startMock } from "@model-access/mock";
import { generateText, streamText, tool } from "ai";
import OpenAI, { toFile } from "openai";
import { zodTextFormat } from "openai/helpers/zod";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { providerModels } from "../src/fault-table/ask-ai-sdk.ts";

let nowMs = Date.UTC(2026, 0, 1);
const mock = await startMock({
  latency: "instant",
  clock: {
    now: () => nowMs,
    setTimer: (_delayMs, callback) => {
      queueMicrotask(callback);
      return () => undefined;
    },
  },
});
afterAll(() => mock.close());

const apiKey = "sk-mock-full";
const openai = new OpenAI({ baseURL: `${mock.baseURL}/v1`, apiKey, maxRetries: 0 });
const anthropic = new Anthropic({ baseURL: mock.baseURL, apiKey, maxRetries: 0 });

const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
const schema = {
  type: "object" as const,
  properties: { city: { type: "string" } },
  required: ["city"],
  additionalProperties: false,
};
const user = { role: "user" as const, content: "What is the weather in Bergen?" };
const chat = { model: "GPT-5.2", messages: [user] };
const respond = { model: "GPT-5.2", input: "Rain in Bergen?" };
const weather = { name: "get_weather", description: "Gives the weather of a city.", parameters: schema };
const chatTools = {
  ...chat,
  tools: [{ type: "function" as const, function: weather }],
  tool_choice: "required" as const,
};

test.each<[title: string, call: () => Promise<object>]>([
  [
    "a chat with an image",
    () =>
      openai.chat.completions.create({
        ...chat,
        messages: [
          { role: "user", content: [{ type: "image_url", image_url: { url: `data:image/png;base64,${png}` } }] },
        ],
      }),
  ],
  [
    "a chat with a schema",
    () =>
      openai.chat.completions.create({
        ...chat,
        response_format: { type: "json_schema", json_schema: { name: "city", schema } },
      }),
  ],
  [
    "a chat with a developer message",
    () =>
      openai.chat.completions.create({
        ...chat,
        messages: [{ role: "developer", content: "Be brief." }, user],
        reasoning_effort: "low",
      }),
  ],
  ["a search of the web", () => openai.responses.create({ ...respond, tools: [{ type: "web_search" }] })],
  ["a list of models", () => openai.models.list()],
  [
    "a video from an image",
    async () =>
      openai.videos.create({
        model: "sora-2",
        prompt: "Waves",
        input_reference: await toFile(Buffer.from(png, "base64"), "a.png", { type: "image/png" }),
      }),
  ],
])("openai has an answer for %s", async (_title, call) => {
  expect(await call()).toMatchObject({ object: expect.stringMatching(/^(chat.completion|response|list|video)$/) });
});

test("openai gets the same reply and the same usage, plain and streamed", async () => {
  const plain = await openai.chat.completions.create(chat);

  const streamed = await openai.chat.completions
    .stream({ ...chat, stream_options: { include_usage: true } })
    .finalChatCompletion();

  expect(streamed.choices[0]?.message.content).toBe(plain.choices[0]?.message.content);
  expect(streamed.choices[0]?.finish_reason).toBe(plain.choices[0]?.finish_reason);
  expect(streamed.usage).toEqual(plain.usage);
});

test("openai's stream helper puts tool calls together", async () => {
  const plain = await openai.chat.completions.create(chatTools);

  const streamed = await openai.chat.completions.stream(chatTools).finalChatCompletion();

  const [called, plainCalled] = [streamed, plain].map(({ choices }) => choices[0]?.message.tool_calls?.[0]);
  expect(called).toMatchObject({ type: "function", function: { name: "get_weather" } });
  expect(called).toMatchObject({ function: { arguments: readArguments(plainCalled) } });
  expect(JSON.parse(readArguments(called))).toHaveProperty("city");
  expect(streamed.choices[0]?.finish_reason).toBe("tool_calls");
});

const readArguments = (call?: OpenAI.Chat.ChatCompletionMessageToolCall) =>
  call?.type === "function" ? call.function.arguments : "";

test.each([{ stream: false as const }, { stream: true as const }])(
  "openai's runTools runs the tool and comes to an end, with stream $stream",
  async ({ stream }) => {
    const cities: string[] = [];
    const run = ({ city }: { city: string }) => {
      cities.push(city);
      return { temperature: 18 };
    };
    const tools = [{ type: "function" as const, function: { ...weather, parse: JSON.parse, function: run } }];
    const runner = stream
      ? openai.chat.completions.runTools({ ...chat, tools, stream })
      : openai.chat.completions.runTools({ ...chat, tools, stream });

    const content = await runner.finalContent();

    expect(cities.length).toBeGreaterThan(0);
    expect(content).toMatch(/\w/);
  },
);

test("openai gets a finish reason of length for a short limit", async () => {
  const { choices, usage } = await openai.chat.completions.create({ ...chat, max_completion_tokens: 3 });

  expect(choices[0]?.finish_reason).toBe("length");
  expect(usage?.completion_tokens).toBe(3);
});

test("openai gets a link from a media bot", async () => {
  const { choices } = await openai.chat.completions.create({ ...chat, model: "GPT-Image-1" });

  expect(choices[0]?.message.content).toMatch(/^!\[.*\]\(http:\/\/127.0.0.1:\d+\/media\/.*\)$/);
});

test("openai calls a function and continues from the response with its result", async () => {
  const tools = [{ type: "function" as const, ...weather, strict: true }];
  const called = await openai.responses.create({ ...respond, tools, tool_choice: "required" });
  const calls = called.output.filter((item) => item.type === "function_call");

  const answered = await openai.responses.create({
    model: respond.model,
    tools,
    previous_response_id: called.id,
    input: calls.map(({ call_id }) => ({ type: "function_call_output", call_id, output: "Rain, 9 °C." })),
  });

  expect(calls.map((call) => JSON.parse(call.arguments))).toContainEqual({ city: expect.any(String) });
  expect(answered.previous_response_id).toBe(called.id);
  expect(answered.output_text).toMatch(/\w/);
});

test("openai's stream helper accumulates the same response as the plain one", async () => {
  const request = { ...respond, reasoning: { effort: "high" as const, summary: "auto" as const } };

  const streamed = await openai.responses.stream(request).finalResponse();
  const plain = await openai.responses.create(request);

  expect(streamed.output_text).toBe(plain.output_text);
  expect(streamed.usage).toEqual(plain.usage);
  expect(streamed.output[0]).toMatchObject({ type: "reasoning", summary: [{ text: expect.stringMatching(/\w/) }] });
});

test("openai parses a structured output", async () => {
  const format = zodTextFormat(z.object({ place: z.string(), day: z.enum(["Friday", "Sunday"]) }), "appointment");

  const response = await openai.responses.parse({ ...respond, text: { format } });

  expect(response.output_parsed).toEqual({
    place: expect.any(String),
    day: expect.stringMatching(/^(Friday|Sunday)$/),
  });
});

test("openai throws its error for an unknown response", async () => {
  const create = openai.responses.create({ ...respond, previous_response_id: "resp_0" });

  await expect(create).rejects.toMatchObject({ status: 400, code: "invalid_parameter" });
});

test("openai makes a video, waits for it, downloads, remixes and extends it", async () => {
  const { videos } = openai;

  const { id, status } = await videos.create({ model: "sora-2", prompt: "Waves", seconds: "4", size: "1280x720" });
  nowMs += 20_000;
  const ready = await videos.retrieve(id);
  const content = await (await videos.downloadContent(id)).arrayBuffer();
  const thumbnail = await (await videos.downloadContent(id, { variant: "thumbnail" })).arrayBuffer();
  const remix = await videos.remix(id, { prompt: "At night" });
  const extension = await videos.extend({ video: { id }, prompt: "On and on", seconds: "8" });

  expect([status, ready.status, remix.status, extension.status]).toEqual(["queued", "completed", "queued", "queued"]);
  expect(content.byteLength).toBeGreaterThan(0);
  expect(thumbnail.byteLength).toBeGreaterThan(0);
  expect(remix.remixed_from_video_id).toBe(id);
});

test("openai throws its error for a wrong key, for too few points and for an unknown model", async () => {
  const create = (apiKey: string, model: string) =>
    openai.withOptions({ apiKey }).chat.completions.create({ ...chat, model });

  await expect(create("sk-wrong", "GPT-5.2")).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
  await expect(create("sk-mock-low", "GPT-5.2")).rejects.toMatchObject({ status: 402, code: "insufficient_points" });
  await expect(create(apiKey, "no-such-model")).rejects.toMatchObject({ status: 400, code: "model_not_found" });
});

const message: Anthropic.MessageCreateParamsNonStreaming = {
  model: "claude-sonnet-4-5",
  max_tokens: 400,
  messages: [user],
  tools: [{ name: weather.name, description: weather.description, input_schema: schema }],
  tool_choice: { type: "any" },
};
const listToolUses = ({ content }: Anthropic.Message) => content.filter((block) => block.type === "tool_use");
const source = { type: "base64" as const, media_type: "image/png" as const, data: png };

test.each<[title: string, request: Partial<Anthropic.MessageCreateParamsNonStreaming>]>([
  ["a message that must use one tool", { tool_choice: { type: "tool", name: weather.name } }],
  ["a message with an image", { messages: [{ role: "user", content: [{ type: "image", source }] }] }],
  [
    "a message with a cached system prompt",
    { system: [{ type: "text", text: "Be brief.", cache_control: { type: "ephemeral" } }] },
  ],
])("@anthropic-ai/sdk has an answer for %s", async (_title, request) => {
  expect(await anthropic.messages.create({ ...message, ...request })).toMatchObject({ type: "message" });
});

test("@anthropic-ai/sdk's stream helper accumulates a tool's input to what the plain reply has", async () => {
  const streamed = await anthropic.messages.stream(message).finalMessage();
  const plain = await anthropic.messages.create(message);

  expect(streamed.stop_reason).toBe("tool_use");
  expect(listToolUses(streamed).map(({ name, input }) => [name, input])).toEqual(
    listToolUses(plain).map(({ name, input }) => [name, input]),
  );
  expect(streamed.usage).toEqual(plain.usage);
});

test("@anthropic-ai/sdk's tool loop ends when the results are in the conversation", async () => {
  const called = await anthropic.messages.create(message);
  const results = listToolUses(called).map(({ id }) => ({
    type: "tool_result" as const,
    tool_use_id: id,
    content: "Rain, 9 °C.",
  }));

  const answered = await anthropic.messages.create({
    ...message,
    tool_choice: { type: "auto" },
    messages: [user, { role: "assistant", content: called.content }, { role: "user", content: results }],
  });

  expect(results.length).toBeGreaterThan(0);
  expect(answered.stop_reason).toBe("end_turn");
  expect(answered.content.at(-1)).toMatchObject({ type: "text", text: expect.stringMatching(/\w/) });
});

test("@anthropic-ai/sdk's stream helper accumulates thoughts with their signature", async () => {
  const { content } = await anthropic.messages
    .stream({
      ...message,
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

test("@anthropic-ai/sdk gets a streamed message, event by event", async () => {
  const types: string[] = [];
  for await (const event of await anthropic.messages.create({ ...message, stream: true })) types.push(event.type);

  expect(types[0]).toBe("message_start");
  expect(types.at(-1)).toBe("message_stop");
});

test("@anthropic-ai/sdk can send its key as a bearer token", async () => {
  const bearer = new Anthropic({ baseURL: mock.baseURL, authToken: apiKey, apiKey: null, maxRetries: 0 });

  expect((await bearer.messages.create(message)).type).toBe("message");
});

test("@anthropic-ai/sdk throws its error for a wrong key and for another provider's model", async () => {
  const wrong = new Anthropic({ baseURL: mock.baseURL, apiKey: "sk-wrong", maxRetries: 0 });

  await expect(wrong.messages.create(message)).rejects.toBeInstanceOf(Anthropic.AuthenticationError);
  await expect(anthropic.messages.create({ ...message, model: "GPT-5.2" })).rejects.toBeInstanceOf(
    Anthropic.NotFoundError,
  );
});

const models = Object.entries(providerModels).map(
  ([name, make]) => [name, make({ apiKey, baseURL: `${mock.baseURL}/v1` })] as const,
);

test.each(models)("ai with %s generates and streams the same text", async (_name, model) => {
  const request = { model, prompt: "Name one prime number.", maxRetries: 0 };
  const { text, finishReason } = await generateText(request);
  const streamed = streamText(request);

  expect(text).toMatch(/\w/);
  expect(finishReason).toBe("stop");
  expect(await streamed.text).toBe(text);
  expect(await streamed.finishReason).toBe("stop");
});

test.each(models)("ai with %s has an answer for images and tools", async (_name, model) => {
  const content = [
    { type: "text" as const, text: "What is this?" },
    { type: "file" as const, data: png, mediaType: "image/png" },
  ];
  const request = { model, system: "Be brief.", messages: [{ role: "user" as const, content }], maxRetries: 0 };
  const inputSchema = z.object({ city: z.string() });
  const tools = { weather: tool({ description: "The weather.", inputSchema, execute: () => "Rain." }) };

  const { text } = await generateText(request);
  const { toolCalls } = await generateText({
    ...request,
    tools,
    toolChoice: "required",
    temperature: 0.5,
    maxOutputTokens: 64,
  });

  expect(text).toMatch(/\w/);
  expect(toolCalls).toMatchObject([{ toolName: "weather" }]);
});
