// @module-tag socket
import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { type MockServer, startMock } from "@model-access/mock";
import { generateText, streamText } from "ai";
import { afterAll, beforeAll, expect, test } from "vitest";

let mock: MockServer;

beforeAll(async () => {
  mock = await startMock({ latency: "instant" });
});
afterAll(() => mock.close());

const models = {
  "@ai-sdk/openai-compatible": () =>
    createOpenAICompatible({ name: "model-access", baseURL: `${mock.baseURL}/v1`, apiKey: "sk-mock-full" })("GPT-5.2"),
  "@ai-sdk/openai (chat)": () =>
    createOpenAI({ baseURL: `${mock.baseURL}/v1`, apiKey: "sk-mock-full" }).chat("GPT-5.2"),
  "@ai-sdk/openai (responses)": () =>
    createOpenAI({ baseURL: `${mock.baseURL}/v1`, apiKey: "sk-mock-full" }).responses("GPT-5.2"),
  "@ai-sdk/anthropic": () =>
    createAnthropic({ baseURL: `${mock.baseURL}/v1`, apiKey: "sk-mock-full" })("claude-sonnet-4-5"),
};

test.each(Object.entries(models))("ai with %s generates text", async (_name, model) => {
  const { text, finishReason } = await generateText({
    model: model(),
    prompt: "Name one prime number.",
    maxRetries: 0,
  });

  expect(text).toMatch(/\w/);
  expect(finishReason).toBe("stop");
});

test.each(Object.entries(models))("ai with %s streams text", async (_name, model) => {
  const { textStream, finishReason } = streamText({ model: model(), prompt: "Name one prime number.", maxRetries: 0 });
  const pieces: string[] = [];
  for await (const piece of textStream) pieces.push(piece);

  expect(pieces.join("")).toMatch(/\w/);
  expect(await finishReason).toBe("stop");
});
