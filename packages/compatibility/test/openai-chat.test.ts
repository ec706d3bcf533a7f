import OpenAI from "openai";
import { zodResponseFormat } from "openai/helpers/zod";
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

test("openai parses structured output by a zod schema", async () => {
  const ship = z.object({ name: z.string(), built: z.number().int(), masts: z.array(z.string()) });

  const completion = await client.chat.completions.parse({
    model,
    messages,
    response_format: zodResponseFormat(ship, "ship"),
  });

  expect(ship.safeParse(completion.choices[0]?.message.parsed).success).toBe(true);
});

test("openai gets a finish reason of length for a short limit", async () => {
  const { choices, usage } = await client.chat.completions.create({ model, messages, max_completion_tokens: 3 });

  expect(choices[0]?.finish_reason).toBe("length");
  expect(usage?.completion_tokens).toBe(3);
});

test("openai gets a link from a media bot", async () => {
  const { choices } = await client.chat.completions.create({ model: "GPT-Image-1", messages });

  expect(choices[0]?.message.content).toMatch(/^!\[.*\]\(http:\/\/127.0.0.1:\d+\/media\/.*\)$/);
});
