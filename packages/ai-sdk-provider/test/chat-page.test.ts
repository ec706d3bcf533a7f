// @module-tag socket
import { type MockServer, startMock } from "@model-access/mock";
import {
  convertToModelMessages,
  isStepCount,
  readUIMessageStream,
  streamText,
  tool,
  toUIMessageStream,
  type UIMessage,
} from "ai";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { createModelAccess, type ModelAccessProvider } from "../src/index.js";

let mock: MockServer;
let modelAccess: ModelAccessProvider;

beforeAll(async () => {
  mock = await startMock({ latency: "instant" });
  modelAccess = createModelAccess({ apiKey: "sk-mock-full", baseURL: mock.baseURL });
});
afterAll(() => mock.close());

const tools = {
  weather: tool({
    description: "The weather of a city",
    inputSchema: z.object({ city: z.string() }),
    execute: () => "17 °C",
  }),
};
const ask = (text: string): UIMessage => ({ id: text, role: "user", parts: [{ type: "text", text }] });

/** Returns the messages that a page shows after an answer to this conversation, and continues with. */
async function answerTo(kind: "chat" | "messages" | "responses" | "bot", messages: UIMessage[]) {
  const result = streamText({
    model: modelAccess[kind](kind === "messages" ? "Claude-Sonnet-4.5" : "GPT-5.2"),
    messages: await convertToModelMessages(messages),
    tools,
    stopWhen: isStepCount(3),
    reasoning: "low",
    include: { requestBody: true },
  });
  let answer: UIMessage | undefined;
  const stream = toUIMessageStream({ stream: result.stream });
  for await (const message of readUIMessageStream({ stream })) answer = message;
  if (answer === undefined) throw new Error("Nothing was shown.");
  return { answer, bodies: (await result.steps).map(({ request }) => request.body) };
}

test.each(["chat", "messages", "responses", "bot"] as const)(
  "a page shows the tools and the text of .%s(…), and its conversation goes on",
  async (kind) => {
    const question = ask("What is the weather of Lisbon?");

    const { answer } = await answerTo(kind, [question]);
    const { answer: next } = await answerTo(kind, [question, answer, ask("Name one prime number.")]);

    expect(answer.parts).toContainEqual(
      expect.objectContaining({ type: "tool-weather", state: "output-available", output: "17 °C" }),
    );
    expect(answer.parts.at(-1)).toMatchObject({ type: "text", state: "done" });
    expect(next.parts.at(-1)).toMatchObject({ type: "text", state: "done" });
  },
);

test("signatures come back from a page to the messages interface, after each tool and in the next turn", async () => {
  const question = ask("What is the weather of Lisbon?");

  const { answer, bodies } = await answerTo("messages", [question]);
  const { bodies: next } = await answerTo("messages", [question, answer, ask("Name one prime number.")]);

  const signed = expect.objectContaining({ type: "thinking", signature: expect.stringMatching(/.{20}/) });
  expect(bodies[1]).toMatchObject({ messages: [{}, { content: expect.arrayContaining([signed]) }, {}] });
  expect(JSON.stringify(next[0]).match(/"signature"/g)).toHaveLength(2);
});

test("encrypted reasoning comes back from a page to the responses interface", async () => {
  const question = ask("What is the weather of Lisbon?");

  const { answer, bodies } = await answerTo("responses", [question]);
  const { bodies: next } = await answerTo("responses", [question, answer, ask("Name one prime number.")]);

  expect(JSON.stringify(bodies[1]).match(/"encrypted_content"/g)).toHaveLength(1);
  expect(JSON.stringify(next[0]).match(/"encrypted_content"/g)).toHaveLength(2);
});
