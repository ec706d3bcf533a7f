import { type MockServer, startMock } from "@model-access/mock";
import { generateText, isStepCount, streamText, tool } from "ai";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { createModelAccess, type ModelAccessProvider } from "../src/index.js";

const prompt = "Name one prime number.";
let mock: MockServer;
let modelAccess: ModelAccessProvider;

beforeAll(async () => {
  mock = await startMock({ latency: "instant" });
  modelAccess = createModelAccess({ apiKey: "sk-mock-full", baseURL: mock.baseURL });
});
afterAll(() => mock.close());

test("gives a reply with its usage and what is known of the call", async () => {
  const { text, finishReason, usage, response, providerMetadata } = await generateText({
    model: modelAccess("GPT-5.2"),
    prompt,
  });

  expect(text).toContain("prime number");
  expect(finishReason).toBe("stop");
  expect(usage).toMatchObject({ inputTokens: 7, inputTokenDetails: { noCacheTokens: 7, cacheReadTokens: 0 } });
  expect(usage.totalTokens).toBe(7 + (usage.outputTokens ?? 0));
  expect(response).toMatchObject({ modelId: "GPT-5.2", id: expect.stringMatching(/^chatcmpl-/) });
  expect(providerMetadata?.modelAccess).toEqual({
    requestId: response.headers?.["x-request-id"],
    attempts: 1,
    mayHaveBeenProcessed: "yes",
    model: "GPT-5.2",
  });
});

test("streams the same reply", async () => {
  const whole = await generateText({ model: modelAccess("GPT-5.2"), prompt });

  const streamed = streamText({ model: modelAccess("GPT-5.2"), prompt });
  const pieces = await Array.fromAsync(streamed.textStream);

  expect(pieces.length).toBeGreaterThan(3);
  expect(pieces.join("")).toBe(whole.text);
  expect(await streamed.usage).toEqual(whole.usage);
  expect(await streamed.finishReason).toBe("stop");
  expect((await streamed.providerMetadata)?.modelAccess).toMatchObject({ attempts: 1, model: "GPT-5.2" });
});

test("calls tools in parallel, streams what they are called with, and goes on with the results", async () => {
  const city = z.object({ city: z.string() });
  const result = streamText({
    model: modelAccess("GPT-5.2"),
    prompt: "What are the weather and the population of Lisbon?",
    stopWhen: isStepCount(3),
    tools: {
      weather: tool({ description: "The weather of a city", inputSchema: city, execute: () => "17 °C" }),
      population: tool({ description: "The population of a city", inputSchema: city, execute: () => 567_131 }),
    },
  });

  const types = (await Array.fromAsync(result.stream)).map(({ type }) => type);
  const [first, second] = await result.steps;

  expect(first?.toolCalls.map(({ toolName, input }) => [toolName, input])).toEqual([
    ["weather", { city: "Lisbon" }],
    ["population", { city: "Lisbon" }],
  ]);
  expect(first?.finishReason).toBe("tool-calls");
  expect(types.filter((type) => type === "tool-input-delta").length).toBeGreaterThan(2);
  expect(second?.text).toContain("17 °C");
  expect(second?.finishReason).toBe("stop");
});
