import OpenAI from "openai";
import { zodTextFormat } from "openai/helpers/zod";
import { expect, test } from "vitest";
import { z } from "zod";
import { startFileMock } from "./mock-server.ts";

const mock = await startFileMock();
const client = new OpenAI({ baseURL: `${mock.baseURL}/v1`, apiKey: "sk-mock-full", maxRetries: 0 });

const model = "GPT-5.2";

const tools: OpenAI.Responses.Tool[] = [
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
  const called = await client.responses.create({ model, input: "Rain in Bergen?", tools, tool_choice: "required" });
  const calls = called.output.filter((item) => item.type === "function_call");

  const answered = await client.responses.create({
    model,
    tools,
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
