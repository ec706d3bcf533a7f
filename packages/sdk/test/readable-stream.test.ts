import { expect, test } from "vitest";
import type { ChatCompletionChunk } from "../src/index.js";
import { ModelAccess } from "../src/index.js";
import { createTestFetch, eventStreamReply } from "../src/testing/index.js";
import { key } from "./stub-service.js";

const chunk = {
  id: "chatcmpl-1",
  object: "chat.completion.chunk",
  created: 1,
  model: "m",
  choices: [{ index: 0, delta: { content: "Hi" }, finish_reason: "stop" }],
};

function streamEvents(): ReadableStream<ChatCompletionChunk> {
  const { fetch } = createTestFetch([eventStreamReply([{ data: chunk }, { data: "[DONE]" }])]);
  const client = new ModelAccess({ apiKey: key, baseURL: "https://api.example/v1", fetch });
  return client.chat.completions.stream({ model: "m", messages: [] }).toReadableStream();
}

test("a Response of events fails when it is read, because it takes bytes", async () => {
  await expect(new Response(streamEvents() as never).text()).rejects.toThrow(TypeError);
});
