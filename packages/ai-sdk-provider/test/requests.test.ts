import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { jsonReply } from "@model-access/sdk/testing";
import { expect, test } from "vitest";
import { chatCompletion, providerOf, question } from "./stub-provider.js";

const tools: LanguageModelV4CallOptions["tools"] = [
  { type: "function", name: "weather", description: "The weather", inputSchema: { type: "object" } },
  { type: "provider", id: "other.search", name: "search", args: {} },
];

/** What is sent, and what is warned of, for a call. The reply to it is one of chat completions. */
async function sentBy(kind: "chat" | "messages" | "responses", options: Partial<LanguageModelV4CallOptions>) {
  const { modelAccess, calls } = providerOf([jsonReply(replies[kind])]);
  const { warnings } = await modelAccess[kind]("Test-Model").doGenerate({ ...question, ...options });
  // It is an object of the interface that was asked.
  return { body: calls[0]?.body as Record<string, unknown>, headers: calls[0]?.headers, warnings };
}

const replies = {
  chat: chatCompletion({ content: "Seven." }),
  messages: {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "Test-Model",
    content: [{ type: "text", text: "Seven." }],
    stop_reason: "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 4, output_tokens: 2 },
  },
  responses: {
    id: "resp_1",
    object: "response",
    created_at: 1_760_000_000,
    status: "completed",
    model: "Test-Model",
    output: [],
    incomplete_details: null,
    usage: null,
  },
};

test("chat completions get every setting that they have, and warn of the others", async () => {
  const { body, headers, warnings } = await sentBy("chat", {
    maxOutputTokens: 100,
    temperature: 0.5,
    topP: 0.9,
    topK: 5,
    seed: 7,
    stopSequences: ["END"],
    reasoning: "high",
    tools,
    toolChoice: { type: "tool", toolName: "weather" },
    headers: { "x-trace": "1" },
    providerOptions: { modelAccess: { parallel_tool_calls: false, parameters: { style: "dry" } } },
  });

  expect(body).toEqual({
    model: "Test-Model",
    messages: [{ role: "user", content: "Name one prime." }],
    stream: false,
    max_tokens: 100,
    temperature: 0.5,
    top_p: 0.9,
    seed: 7,
    stop: ["END"],
    reasoning_effort: "high",
    parallel_tool_calls: false,
    tools: [
      { type: "function", function: { name: "weather", description: "The weather", parameters: { type: "object" } } },
    ],
    tool_choice: { type: "function", function: { name: "weather" } },
  });
  expect(headers).toMatchObject({ "x-trace": "1", authorization: "Bearer [key]" });
  expect(warnings.map((warning) => ("feature" in warning ? warning.feature : ""))).toEqual([
    "providerOptions.modelAccess.parameters",
    "topK",
    "seed",
    "provider-defined tool other.search",
  ]);
});

test("a whole conversation goes to chat completions in their words", async () => {
  const { body } = await sentBy("chat", {
    prompt: [
      { role: "system", content: "Be brief." },
      {
        role: "user",
        content: [
          { type: "text", text: "See:" },
          { type: "file", mediaType: "image/*", data: { type: "url", url: new URL("https://a.example/a.png") } },
          { type: "file", mediaType: "application/pdf", filename: "a.pdf", data: { type: "data", data: "JVBERi0=" } },
          { type: "file", mediaType: "text/plain", data: { type: "text", text: "Inline." } },
        ],
      },
      {
        role: "assistant",
        content: [
          { type: "reasoning", text: "Hm." },
          { type: "text", text: "A moment." },
          {
            type: "tool-call",
            toolCallId: "call_1",
            toolName: "weather",
            input: { city: "Oslo" },
            providerOptions: { modelAccess: { extra_content: { mark: 1 } } },
          },
        ],
      },
      {
        role: "tool",
        content: [
          { type: "tool-result", toolCallId: "call_1", toolName: "weather", output: { type: "json", value: { t: 3 } } },
        ],
      },
    ],
  });

  expect(body.messages).toEqual([
    { role: "system", content: "Be brief." },
    {
      role: "user",
      content: [
        { type: "text", text: "See:" },
        { type: "image_url", image_url: { url: "https://a.example/a.png" } },
        { type: "file", file: { filename: "a.pdf", file_data: "data:application/pdf;base64,JVBERi0=" } },
        { type: "text", text: "Inline." },
      ],
    },
    {
      role: "assistant",
      content: "A moment.",
      reasoning_content: "Hm.",
      tool_calls: [
        {
          type: "function",
          id: "call_1",
          function: { name: "weather", arguments: '{"city":"Oslo"}' },
          extra_content: { mark: 1 },
        },
      ],
    },
    { role: "tool", tool_call_id: "call_1", content: '{"t":3}' },
  ]);
});

test("a format of JSON goes to each interface in its words", async () => {
  const schema = { type: "object", properties: { a: { type: "number" } } } as const;
  const responseFormat = { type: "json", schema, name: "answer", description: "It." } as const;

  const [chat, loose, messages, responses] = await Promise.all([
    sentBy("chat", { responseFormat }),
    sentBy("chat", { responseFormat: { type: "json" } }),
    sentBy("messages", { responseFormat }),
    sentBy("responses", { responseFormat }),
  ]);

  const format = { name: "answer", description: "It.", schema };
  expect(chat.body.response_format).toEqual({ type: "json_schema", json_schema: format });
  expect(loose.body.response_format).toEqual({ type: "json_object" });
  expect(messages.body.output_config).toEqual({ format: { type: "json_schema", schema } });
  expect(responses.body.text).toEqual({ format: { type: "json_schema", ...format } });
});

test("the messages interface gets a budget for thoughts beside the reply's tokens, and no temperature with it", async () => {
  const { body, warnings } = await sentBy("messages", {
    maxOutputTokens: 1000,
    temperature: 0.5,
    topK: 5,
    seed: 1,
    reasoning: "medium",
    tools,
    toolChoice: { type: "required" },
  });

  const { budget_tokens } = body.thinking as { budget_tokens: number };
  expect(budget_tokens).toBeGreaterThanOrEqual(1024);
  expect(body).toEqual({
    model: "Test-Model",
    stream: false,
    messages: [{ role: "user", content: [{ type: "text", text: "Name one prime." }] }],
    max_tokens: 1000 + budget_tokens,
    top_k: 5,
    thinking: { type: "enabled", budget_tokens },
    tools: [{ name: "weather", description: "The weather", input_schema: { type: "object" } }],
    tool_choice: { type: "any" },
  });
  expect(warnings.map((warning) => ("feature" in warning ? warning.feature : ""))).toEqual([
    "seed",
    "provider-defined tool other.search",
    "temperature",
  ]);
});

test("the messages interface gets system, signed thoughts, tool results of one turn and cache marks in its words", async () => {
  const cached = { providerOptions: { modelAccess: { cache_control: { type: "ephemeral" } } } };
  const { body, warnings } = await sentBy("messages", {
    prompt: [
      { role: "system", content: "Be brief.", ...cached },
      { role: "user", content: [{ type: "text", text: "Hello" }] },
      {
        role: "assistant",
        content: [
          { type: "reasoning", text: "Hm.", providerOptions: { modelAccess: { signature: "sig" } } },
          { type: "reasoning", text: "", providerOptions: { modelAccess: { redactedData: "hidden" } } },
          { type: "reasoning", text: "Another model's." },
          { type: "tool-call", toolCallId: "a", toolName: "weather", input: { city: "Oslo" } },
          { type: "tool-call", toolCallId: "b", toolName: "weather", input: { city: "Rome" } },
        ],
      },
      {
        role: "tool",
        content: [
          { type: "tool-result", toolCallId: "a", toolName: "weather", output: { type: "text", value: "cold" } },
          { type: "tool-result", toolCallId: "b", toolName: "weather", output: { type: "execution-denied" } },
        ],
      },
      { role: "user", content: [{ type: "text", text: "Well?" }], ...cached },
    ],
  });

  expect(body.system).toEqual([{ type: "text", text: "Be brief.", cache_control: { type: "ephemeral" } }]);
  expect(body.messages).toEqual([
    { role: "user", content: [{ type: "text", text: "Hello" }] },
    {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "Hm.", signature: "sig" },
        { type: "redacted_thinking", data: "hidden" },
        { type: "tool_use", id: "a", name: "weather", input: { city: "Oslo" } },
        { type: "tool_use", id: "b", name: "weather", input: { city: "Rome" } },
      ],
    },
    {
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "a", content: "cold" },
        {
          type: "tool_result",
          tool_use_id: "b",
          content: "The user denied the call of this tool.",
          is_error: true,
        },
        { type: "text", text: "Well?", cache_control: { type: "ephemeral" } },
      ],
    },
  ]);
  expect(warnings).toEqual([
    { type: "other", message: "Reasoning without a signature of this interface is left out." },
  ]);
});

test("the responses interface gets items, and keeps nothing", async () => {
  const { body, warnings } = await sentBy("responses", {
    maxOutputTokens: 100,
    stopSequences: ["END"],
    reasoning: "high",
    tools,
    toolChoice: { type: "tool", toolName: "weather" },
    prompt: [
      { role: "system", content: "Be brief." },
      {
        role: "user",
        content: [
          { type: "text", text: "See:" },
          { type: "file", mediaType: "image/png", data: { type: "data", data: new Uint8Array([1, 2, 3]) } },
          {
            type: "file",
            mediaType: "application/pdf",
            data: { type: "url", url: new URL("https://a.example/a.pdf") },
          },
        ],
      },
      {
        role: "assistant",
        content: [
          {
            type: "reasoning",
            text: "Hm.",
            providerOptions: { modelAccess: { itemId: "rs_1", encryptedContent: "enc" } },
          },
          { type: "text", text: "A moment." },
          { type: "tool-call", toolCallId: "a", toolName: "weather", input: {} },
        ],
      },
      {
        role: "tool",
        content: [
          { type: "tool-result", toolCallId: "a", toolName: "weather", output: { type: "text", value: "cold" } },
        ],
      },
    ],
  });

  expect(body).toEqual({
    model: "Test-Model",
    stream: false,
    store: false,
    include: ["reasoning.encrypted_content"],
    max_output_tokens: 100,
    reasoning: { effort: "high", summary: "auto" },
    tools: [
      { type: "function", name: "weather", description: "The weather", parameters: { type: "object" }, strict: false },
    ],
    tool_choice: { type: "function", name: "weather" },
    input: [
      { type: "message", role: "system", content: "Be brief." },
      {
        type: "message",
        role: "user",
        content: [
          { type: "input_text", text: "See:" },
          { type: "input_image", image_url: "data:image/png;base64,AQID" },
          { type: "input_file", file_url: "https://a.example/a.pdf" },
        ],
      },
      { type: "reasoning", id: "rs_1", summary: [{ type: "summary_text", text: "Hm." }], encrypted_content: "enc" },
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "A moment." }] },
      { type: "function_call", call_id: "a", name: "weather", arguments: "{}" },
      { type: "function_call_output", call_id: "a", output: "cold" },
    ],
  });
  expect(warnings.map((warning) => ("feature" in warning ? warning.feature : ""))).toEqual([
    "stopSequences",
    "provider-defined tool other.search",
  ]);
});

test("a file by reference is refused before anything is sent", async () => {
  const { modelAccess, calls } = providerOf([]);
  const file = {
    type: "file",
    mediaType: "image/png",
    data: { type: "reference", reference: { other: "1" } },
  } as const;

  const call = modelAccess.chat("Test-Model").doGenerate({ prompt: [{ role: "user", content: [file] }] });

  await expect(call).rejects.toThrow("files by reference; pass the file or its address");
  expect(calls).toEqual([]);
});
