import OpenAI from "openai";
import { expect, test } from "vitest";
import { startFileMock } from "./mock-server.ts";

const mock = await startFileMock();
const client = new OpenAI({ baseURL: `${mock.baseURL}/v1`, apiKey: "sk-mock-full", maxRetries: 0 });

const messages = [{ role: "user" as const, content: "Name one prime number." }];

test("openai gets a chat reply", async () => {
  const completion = await client.chat.completions.create({ model: "Claude-Sonnet-4.5", messages });

  expect(completion.choices[0]?.message.content).toMatch(/\w/);
  expect(completion.model).toBe("Claude-Sonnet-4.5");
});

test("openai gets a streamed chat reply, piece by piece to its end", async () => {
  const stream = await client.chat.completions.create({ model: "GPT-5.2", messages, stream: true });
  const pieces: string[] = [];
  let finishReason: string | null | undefined;
  for await (const chunk of stream) {
    pieces.push(chunk.choices[0]?.delta.content ?? "");
    finishReason = chunk.choices[0]?.finish_reason ?? finishReason;
  }

  expect(pieces.filter(Boolean).length).toBeGreaterThan(1);
  expect(finishReason).toBe("stop");
});

test("openai's stream helper accumulates the reply", async () => {
  const final = await client.chat.completions.stream({ model: "GPT-5.2", messages }).finalChatCompletion();

  expect(final.choices[0]?.message.content).toMatch(/\w/);
});

test("openai gets a response and its text, plain and streamed", async () => {
  const response = await client.responses.create({ model: "GPT-5.2", input: "17 times 19?" });
  const events: string[] = [];
  for await (const event of await client.responses.create({ model: "GPT-5.2", input: "17 times 19?", stream: true }))
    events.push(event.type);

  expect(response.output_text).toMatch(/\w/);
  expect(events[0]).toBe("response.created");
  expect(events.at(-1)).toBe("response.completed");
});

test("openai lists the models", async () => {
  const ids: string[] = [];
  for await (const model of client.models.list()) ids.push(model.id);

  expect(ids).toContain("claude-sonnet-4.5");
});

test("openai throws its error for a wrong key, for too few points and for an unknown model", async () => {
  const create = (apiKey: string, model: string) =>
    client.withOptions({ apiKey }).chat.completions.create({ model, messages });

  await expect(create("sk-wrong", "GPT-5.2")).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
  await expect(create("sk-mock-low", "GPT-5.2")).rejects.toMatchObject({ status: 402, code: "insufficient_points" });
  await expect(create("sk-mock-full", "no-such-model")).rejects.toMatchObject({ status: 400, code: "model_not_found" });
});
