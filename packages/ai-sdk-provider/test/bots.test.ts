import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { eventStreamReply, jsonReply, splitBytes, type TestEvent } from "@model-access/sdk/testing";
import { streamText } from "ai";
import { expect, test } from "vitest";
import { generateBy, providerOf, question, streamBy } from "./stub-provider.js";

const done: TestEvent = { event: "done", data: {} };
const answer = (...events: TestEvent[]) => eventStreamReply([...events, done]);
const seven = answer({ event: "text", data: { text: "Seven." } });

/** The query of a call, and what is warned of. */
async function sentBy(options: Partial<LanguageModelV4CallOptions>) {
  const { modelAccess, calls } = providerOf([seven]);
  const { warnings } = await modelAccess.bot("Test Bot").doGenerate({ ...question, ...options });
  return { url: calls[0]?.url, query: calls[0]?.body, warnings };
}

test("custom parameters go into the message that is answered, and other members into the query", async () => {
  const { url, query, warnings } = await sentBy({
    temperature: 0.5,
    stopSequences: ["END"],
    maxOutputTokens: 9,
    seed: 1,
    reasoning: "high",
    toolChoice: { type: "required" },
    providerOptions: { modelAccess: { parameters: { thinking_budget: 1024 }, skip_system_prompt: true } },
  });

  expect(url).toBe("https://api.example/bot/Test%20Bot");
  expect(query).toMatchObject({
    query: [
      {
        role: "user",
        content: "Name one prime.",
        parameters: { thinking_budget: 1024, reasoning_effort: "high" },
      },
    ],
    temperature: 0.5,
    stop_sequences: ["END"],
    skip_system_prompt: true,
  });
  expect(warnings.map((warning) => ("feature" in warning ? warning.feature : ""))).toEqual([
    "maxOutputTokens",
    "seed",
    "toolChoice",
  ]);
});

test("file parts are uploaded, and an address is left to the service", async () => {
  const uploaded = { attachment_url: "https://files.example/1", mime_type: "text/csv", size: 3 };
  const { modelAccess, calls } = providerOf([jsonReply(uploaded), jsonReply(uploaded), seven]);

  await modelAccess.bot("Test-Bot").doGenerate({
    prompt: [
      {
        role: "user",
        content: [
          { type: "text", text: "Sum it up." },
          { type: "file", mediaType: "text/csv", filename: "a.csv", data: { type: "data", data: "YSxi" } },
          { type: "file", mediaType: "image/png", data: { type: "url", url: new URL("https://a.example/a.png") } },
        ],
      },
    ],
  });

  const [upload, address] = calls.slice(0, 2).map(({ body }) => Object.fromEntries(body as FormData)); // what is sent there
  const file = upload?.file;
  expect(await (file as File).text()).toBe("a,b");
  expect(file).toMatchObject({ name: "a.csv", type: "text/csv" });
  expect(address).toEqual({ download_url: "https://a.example/a.png" });
  expect(calls[2]?.body).toMatchObject({
    query: [
      {
        content: "Sum it up.",
        attachments: [
          { url: "https://files.example/1", content_type: "text/csv", name: "a.csv" },
          { url: "https://files.example/1" },
        ],
      },
    ],
  });
});

test("the calls since the user last spoke go with their results, and what the bot stored goes back", async () => {
  const call = { type: "tool-call", toolName: "weather" } as const;
  const result = { type: "tool-result", toolName: "weather" } as const;
  const { query } = await sentBy({
    tools: [{ type: "function", name: "weather", inputSchema: { type: "object" } }],
    prompt: [
      { role: "system", content: "Be brief." },
      { role: "user", content: [{ type: "text", text: "Hello" }] },
      {
        role: "assistant",
        content: [{ type: "text", text: "Hi.", providerOptions: { modelAccess: { data: "stored" } } }],
      },
      { role: "user", content: [{ type: "text", text: "Oslo and Rome?" }] },
      { role: "assistant", content: [{ ...call, toolCallId: "a", input: { city: "Oslo" } }] },
      { role: "tool", content: [{ ...result, toolCallId: "a", output: { type: "text", value: "cold" } }] },
      { role: "assistant", content: [{ ...call, toolCallId: "b", input: { city: "Rome" } }] },
      { role: "tool", content: [{ ...result, toolCallId: "b", output: { type: "json", value: { t: 9 } } }] },
    ],
  });

  expect(query).toMatchObject({
    query: [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Hello" },
      { role: "bot", content: "Hi.", metadata: "stored" },
      { role: "user", content: "Oslo and Rome?" },
    ],
    tools: [{ type: "function", function: { name: "weather", parameters: { type: "object" } } }],
    tool_calls: [
      { id: "a", type: "function", function: { name: "weather", arguments: '{"city":"Oslo"}' } },
      { id: "b", type: "function", function: { name: "weather", arguments: '{"city":"Rome"}' } },
    ],
    tool_results: [
      { role: "tool", name: "weather", tool_call_id: "a", content: "cold" },
      { role: "tool", name: "weather", tool_call_id: "b", content: '{"t":9}' },
    ],
  });
});

const rich = answer(
  { event: "meta", data: { content_type: "text/markdown" } },
  { event: "text", data: { text: "Thinking…" } },
  { event: "replace_response", data: { text: "Sev" } },
  { event: "text", data: { text: "en." } },
  { event: "file", data: { url: "https://files.example/a.png", content_type: "image/png", name: "a.png" } },
  { event: "suggested_reply", data: { text: "And another?" } },
  { event: "data", data: { metadata: "stored" } },
);
const known = {
  attempts: 1,
  mayHaveBeenProcessed: "yes",
  contentType: "text/markdown",
  suggestedReplies: ["And another?"],
  data: "stored",
};

test.each([
  ["whole", rich],
  ["byte by byte", splitBytes(rich)],
])("a stream that is read %s shows what was replaced as a block of its own", async (_name, reply) => {
  const parts = await streamBy("bot", reply);

  expect(parts.slice(1)).toEqual([
    { type: "text-start", id: "0" },
    { type: "text-delta", id: "0", delta: "Thinking…" },
    { type: "text-end", id: "0" },
    { type: "text-start", id: "1", providerMetadata: { modelAccess: { replacesText: true } } },
    { type: "text-delta", id: "1", delta: "Sev" },
    { type: "text-delta", id: "1", delta: "en." },
    {
      type: "file",
      mediaType: "image/png",
      data: { type: "url", url: new URL("https://files.example/a.png") },
      providerMetadata: { modelAccess: { name: "a.png" } },
    },
    { type: "text-end", id: "1", providerMetadata: { modelAccess: { data: "stored" } } },
    expect.objectContaining({
      type: "finish",
      providerMetadata: { modelAccess: { ...known, text: "Seven." } },
    }),
  ]);
});

test("a whole answer has no text that was replaced", async () => {
  const { content, providerMetadata } = await generateBy("bot", rich);

  expect(content.filter(({ type }) => type === "text")).toEqual([
    { type: "text", text: "Seven.", providerMetadata: { modelAccess: { data: "stored" } } },
  ]);
  expect(providerMetadata).toEqual({ modelAccess: known });
});

test("a replacement that only goes on is streamed as if it did", async () => {
  const parts = await streamBy(
    "bot",
    answer({ event: "text", data: { text: "Sev" } }, { event: "replace_response", data: { text: "Seven." } }),
  );

  expect(parts.flatMap((part) => (part.type === "text-delta" ? [part.delta] : []))).toEqual(["Sev", "en."]);
});

test("a bot that fails in the middle is an error part", async () => {
  const failing = eventStreamReply([
    { event: "text", data: { text: "Sev" } },
    { event: "error", data: { text: "Broken.", allow_retry: true } },
  ]);
  const { modelAccess } = providerOf([failing]);
  const errors: unknown[] = [];

  await streamText({
    model: modelAccess.bot("Test-Bot"),
    prompt: "Name one prime.",
    onError: ({ error }) => void errors.push(error),
  }).consumeStream();

  expect(errors).toEqual([
    expect.objectContaining({ cause: expect.objectContaining({ name: "BotError", allowRetry: true }) }),
  ]);
});

test("JSON in a block of code is read as the output", async () => {
  const result = await generateBy("bot", answer({ event: "text", data: { text: 'Here:\n```json\n{"a":1}\n```' } }), {
    ...question,
    responseFormat: { type: "json" },
  });

  expect(result.structuredOutputText).toBe('{"a":1}');
});
