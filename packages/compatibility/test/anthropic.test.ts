import Anthropic from "@anthropic-ai/sdk";
import { expect, test } from "vitest";
import { startFileMock } from "./mock-server.ts";

const mock = await startFileMock();
const client = new Anthropic({ baseURL: mock.baseURL, apiKey: "sk-mock-full", maxRetries: 0 });

const request = {
  model: "claude-sonnet-4-5",
  max_tokens: 400,
  messages: [{ role: "user" as const, content: "Name a colour." }],
};

test("@anthropic-ai/sdk gets a message", async () => {
  const message = await client.messages.create(request);

  expect(message.content[0]).toMatchObject({ type: "text", text: expect.stringMatching(/\w/) });
});

test("@anthropic-ai/sdk gets a streamed message, event by event to its end", async () => {
  const types: string[] = [];
  for await (const event of await client.messages.create({ ...request, stream: true })) types.push(event.type);

  expect(types[0]).toBe("message_start");
  expect(types.at(-1)).toBe("message_stop");
});

test("@anthropic-ai/sdk's stream helper accumulates the message", async () => {
  const final = await client.messages.stream(request).finalMessage();

  expect(final.stop_reason).toBe("end_turn");
  expect(final.content[0]).toMatchObject({ type: "text", text: expect.stringMatching(/\w/) });
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
