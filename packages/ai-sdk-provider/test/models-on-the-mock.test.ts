// @module-tag socket
import { type MockServer, startMock } from "@model-access/mock";
import { generateText, isStepCount, Output, streamText, tool } from "ai";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { createModelAccess, type ModelAccessProvider } from "../src/index.js";

// That a bot is told to write JSON is tested elsewhere.
globalThis.AI_SDK_LOG_WARNINGS = false;

const prompt = "Name one prime number.";
let mock: MockServer;
let modelAccess: ModelAccessProvider;

beforeAll(async () => {
  mock = await startMock({ latency: "instant", requestsPerMinute: 10_000 });
  const options = { apiKey: "sk-mock-full", baseURL: mock.baseURL };
  modelAccess = createModelAccess({ ...options, models: await createModelAccess(options).models() });
});
afterAll(() => mock.close());

const city = z.object({ city: z.string() });
const tools = {
  weather: tool({ description: "The weather of a city", inputSchema: city, execute: () => "17 °C" }),
  population: tool({ description: "The population of a city", inputSchema: city, execute: () => 567_131 }),
};

describe.each([
  ["chat", "GPT-5.2"],
  ["messages", "Claude-Sonnet-4.5"],
  ["responses", "GPT-5.2"],
  ["bot", "GPT-5.2"],
] as const)("by .%s(…)", (kind, name) => {
  const model = () => modelAccess[kind](name);

  test("a reply comes with its end and what is known of the call", async () => {
    const { text, finishReason, usage, response, providerMetadata } = await generateText({ model: model(), prompt });

    expect(text).toContain("prime number");
    expect(finishReason).toBe("stop");
    expect(providerMetadata?.modelAccess).toMatchObject({
      requestId: expect.stringMatching(/^req-/),
      attempts: 1,
      mayHaveBeenProcessed: "yes",
    });
    // The native protocol tells neither tokens nor the model.
    if (kind === "bot") return;
    expect(usage.inputTokens).toBe(7);
    expect(usage.totalTokens).toBe(7 + (usage.outputTokens ?? 0));
    expect(response.id).toMatch(/^(chatcmpl-|msg_|resp_)/);
    expect(providerMetadata?.modelAccess).toMatchObject({
      requestId: response.headers?.["x-request-id"],
      computedPoints: expect.any(Number),
      model: expect.stringMatching(/claude|GPT/),
    });
  });

  test("a stream gives the same reply, piece by piece", async () => {
    const whole = await generateText({ model: model(), prompt });

    const streamed = streamText({ model: model(), prompt });
    const pieces = await Array.fromAsync(streamed.textStream);

    expect(pieces.length).toBeGreaterThan(3);
    expect(pieces.join("")).toBe(whole.text);
    expect(await streamed.usage).toEqual(whole.usage);
    expect(await streamed.finishReason).toBe("stop");
    expect((await streamed.providerMetadata)?.modelAccess).toMatchObject({ attempts: 1 });
  });

  test("tools are called in parallel, their input is streamed, and their results lead to an answer", async () => {
    const result = streamText({
      model: model(),
      prompt: "What are the weather and the population of Lisbon?",
      stopWhen: isStepCount(3),
      tools,
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

  test("the output follows a schema", async () => {
    const recipe = z.object({ name: z.string(), steps: z.array(z.string()) });

    const { output } = await generateText({
      model: model(),
      prompt: "A recipe.",
      output: Output.object({ schema: recipe }),
    });

    expect(recipe.safeParse(output).success).toBe(true);
  });

  test("a picture and a file go with the question", async () => {
    const { text } = await generateText({
      model: model(),
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "What is this?" },
            { type: "file", data: new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10]), mediaType: "image/png" },
            { type: "file", data: new TextEncoder().encode("a,b"), mediaType: "text/csv", filename: "a.csv" },
          ],
        },
      ],
    });

    expect(text).toMatch(/attach|picture|image|file/i);
  });

  test("an abort ends the stream with the caller's reason", async () => {
    const controller = new AbortController();
    const { stream } = await model().doStream({
      prompt: [{ role: "user", content: [{ type: "text", text: prompt }] }],
      abortSignal: controller.signal,
    });

    const reading = Array.fromAsync(
      stream,
      (part) => part.type === "text-delta" && controller.abort(new Error("Enough.")),
    );

    await expect(reading).rejects.toThrow("Enough.");
  });
});
