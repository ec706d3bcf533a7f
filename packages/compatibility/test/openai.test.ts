// @module-tag socket
// What openai makes of the mock's answers beyond what the page on moving from it shows, which migration.test.ts runs.
import { startMock } from "@model-access/mock";
import OpenAI from "openai";
import { zodTextFormat } from "openai/helpers/zod";
import { expect, test } from "vitest";
import { z } from "zod";
import { startFileMock } from "./mock-server.ts";

const mock = await startFileMock();
const client = new OpenAI({ baseURL: `${mock.baseURL}/v1`, apiKey: "sk-mock-full", maxRetries: 0 });

const model = "GPT-5.2";
const messages = [{ role: "user" as const, content: "What is the weather in Bergen?" }];

const parameters = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };

const getWeather = { name: "get_weather", description: "Gives the weather of a city.", parameters };

test("openai gets the same reply and the same usage, plain and streamed", async () => {
  const plain = await client.chat.completions.create({ model, messages });

  const streamed = await client.chat.completions
    .stream({ model, messages, stream_options: { include_usage: true } })
    .finalChatCompletion();

  expect(streamed.choices[0]?.message.content).toBe(plain.choices[0]?.message.content);
  expect(streamed.choices[0]?.finish_reason).toBe(plain.choices[0]?.finish_reason);
  expect(streamed.usage).toEqual(plain.usage);
});

test("openai's stream helper puts tool calls together", async () => {
  const offer = {
    model,
    messages,
    tools: [{ type: "function" as const, function: getWeather }],
    tool_choice: "required" as const,
  };
  const plain = await client.chat.completions.create(offer);

  const streamed = await client.chat.completions.stream(offer).finalChatCompletion();

  const [call] = streamed.choices[0]?.message.tool_calls ?? [];
  const [plainCall] = plain.choices[0]?.message.tool_calls ?? [];
  if (call?.type !== "function" || plainCall?.type !== "function") throw new Error("There is no function call.");
  expect(call.function.arguments).toBe(plainCall.function.arguments);
  expect(JSON.parse(call.function.arguments)).toHaveProperty("city");
  expect(streamed.choices[0]?.finish_reason).toBe("tool_calls");
});

test.each([{ stream: false as const }, { stream: true as const }])(
  "openai's runTools runs the tool and comes to an end, with stream $stream",
  async ({ stream }) => {
    const cities: string[] = [];
    const tools = [
      {
        type: "function" as const,
        function: {
          ...getWeather,
          parse: JSON.parse,
          function: ({ city }: { city: string }) => {
            cities.push(city);
            return { temperature: 18 };
          },
        },
      },
    ];
    const runner = stream
      ? client.chat.completions.runTools({ model, messages, tools, stream })
      : client.chat.completions.runTools({ model, messages, tools, stream });

    const content = await runner.finalContent();

    expect(cities.length).toBeGreaterThan(0);
    expect(content).toMatch(/\w/);
  },
);

test("openai gets a finish reason of length for a short limit", async () => {
  const { choices, usage } = await client.chat.completions.create({ model, messages, max_completion_tokens: 3 });

  expect(choices[0]?.finish_reason).toBe("length");
  expect(usage?.completion_tokens).toBe(3);
});

test("openai gets a link from a media bot", async () => {
  const { choices } = await client.chat.completions.create({ model: "GPT-Image-1", messages });

  expect(choices[0]?.message.content).toMatch(/^!\[.*\]\(http:\/\/127.0.0.1:\d+\/media\/.*\)$/);
});

const responseTools: OpenAI.Responses.Tool[] = [
  {
    type: "function",
    name: "get_weather",
    parameters: {
      type: "object",
      properties: { place: { type: "string" } },
      required: ["place"],
      additionalProperties: false,
    },
    strict: true,
  },
];

test("openai calls a function and goes on from the response with its result", async () => {
  const called = await client.responses.create({
    model,
    input: "Rain in Bergen?",
    tools: responseTools,
    tool_choice: "required",
  });
  const calls = called.output.filter((item) => item.type === "function_call");

  const answered = await client.responses.create({
    model,
    tools: responseTools,
    previous_response_id: called.id,
    input: calls.map(({ call_id }) => ({ type: "function_call_output", call_id, output: "Rain, 9 °C." })),
  });

  expect(calls.map((call) => JSON.parse(call.arguments))).toContainEqual({ place: expect.any(String) });
  expect(answered.previous_response_id).toBe(called.id);
  expect(answered.output_text).toMatch(/\w/);
});

test("openai's stream helper accumulates the same response as the plain one", async () => {
  const request = { model, input: "17 times 19?", reasoning: { effort: "high" as const, summary: "auto" as const } };

  const streamed = await client.responses.stream(request).finalResponse();
  const plain = await client.responses.create(request);

  expect(streamed.output_text).toBe(plain.output_text);
  expect(streamed.usage).toEqual(plain.usage);
  expect(streamed.output[0]).toMatchObject({ type: "reasoning", summary: [{ text: expect.stringMatching(/\w/) }] });
});

test("openai parses a structured output", async () => {
  const format = zodTextFormat(z.object({ place: z.string(), day: z.enum(["Friday", "Sunday"]) }), "appointment");

  const response = await client.responses.parse({ model, input: "We meet at the library.", text: { format } });

  expect(response.output_parsed).toEqual({
    place: expect.any(String),
    day: expect.stringMatching(/^(Friday|Sunday)$/),
  });
});

test("openai throws its error for a response that is not there", async () => {
  const create = client.responses.create({ model, input: "And their sum?", previous_response_id: "resp_0" });

  await expect(create).rejects.toMatchObject({ status: 400, code: "invalid_parameter" });
});

test("openai makes a video, waits for it, downloads, remixes and extends it", async () => {
  let nowMs = Date.UTC(2026, 0, 1);
  const clock = { now: () => nowMs, sleep: async () => {} };
  const mock = await startMock({ clock });
  const { videos } = new OpenAI({ baseURL: `${mock.baseURL}/v1`, apiKey: "sk-mock-full", maxRetries: 0 });

  const { id, status } = await videos.create({ model: "sora-2", prompt: "Waves", seconds: "4", size: "1280x720" });
  nowMs += 20_000;
  const ready = await videos.retrieve(id);
  const content = await (await videos.downloadContent(id)).arrayBuffer();
  const remix = await videos.remix(id, { prompt: "At night" });
  const extension = await videos.extend({ video: { id }, prompt: "On and on", seconds: "8" });
  await mock.close();

  expect([status, ready.status, remix.status, extension.status]).toEqual(["queued", "completed", "queued", "queued"]);
  expect(content.byteLength).toBeGreaterThan(0);
  expect(remix.remixed_from_video_id).toBe(id);
});

test("openai throws its error for a wrong key, for too few points and for an unknown model", async () => {
  const create = (apiKey: string, model: string) =>
    client.withOptions({ apiKey }).chat.completions.create({ model, messages });

  await expect(create("sk-wrong", "GPT-5.2")).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
  await expect(create("sk-mock-low", "GPT-5.2")).rejects.toMatchObject({ status: 402, code: "insufficient_points" });
  await expect(create("sk-mock-full", "no-such-model")).rejects.toMatchObject({ status: 400, code: "model_not_found" });
});
