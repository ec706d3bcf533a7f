import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import { conversation, featuresOf, sentBy, tools } from "./sent-requests.js";

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
  expect(featuresOf(warnings)).toEqual(["seed", "provider-defined tool other.search", "temperature"]);
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
    prompt: conversation,
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
          { type: "input_image", image_url: "https://a.example/a.png" },
          { type: "input_file", filename: "a.pdf", file_data: "data:application/pdf;base64,JVBERi0=" },
          { type: "input_text", text: "Inline." },
        ],
      },
      { type: "reasoning", id: "rs_1", summary: [{ type: "summary_text", text: "Hm." }], encrypted_content: "enc" },
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "A moment." }] },
      { type: "function_call", call_id: "call_1", name: "weather", arguments: '{"city":"Oslo"}' },
      { type: "function_call_output", call_id: "call_1", output: '{"t":3}' },
    ],
  });
  expect(featuresOf(warnings)).toEqual(["stopSequences", "provider-defined tool other.search"]);
});

const bytes = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10]);
const picture = { type: "file", mediaType: "image/png", data: { type: "data", data: bytes } } as const;
const url = "https://a.example/a.pdf";
const page = { type: "file", mediaType: "application/pdf", data: { type: "url", url: new URL(url) } } as const;
const text = {
  type: "file",
  mediaType: "text/plain",
  filename: "a.txt",
  data: { type: "data", data: "w7w=" },
} as const;
const withFiles: LanguageModelV4CallOptions["prompt"] = [
  { role: "user", content: [text, { ...text, data: { type: "text", text: "Inline." } }, picture, page] },
  { role: "assistant", content: [{ type: "tool-call", toolCallId: "a", toolName: "draw", input: {} }] },
  {
    role: "tool",
    content: [
      {
        type: "tool-result",
        toolCallId: "a",
        toolName: "draw",
        output: { type: "content", value: [{ type: "text", text: "Here:" }, picture] },
      },
    ],
  },
];

test("the messages interface gets files as documents and pictures, in results of tools too", async () => {
  const { body } = await sentBy("messages", { prompt: withFiles });

  const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" } };
  const document = (data: string) => ({
    type: "document",
    title: "a.txt",
    source: { type: "text", media_type: "text/plain", data },
  });
  const linked = { type: "document", source: { type: "url", url } };
  expect(body.messages).toEqual([
    { role: "user", content: [document("ü"), document("Inline."), image, linked] },
    { role: "assistant", content: [{ type: "tool_use", id: "a", name: "draw", input: {} }] },
    {
      role: "user",
      content: [{ type: "tool_result", tool_use_id: "a", content: [{ type: "text", text: "Here:" }, image] }],
    },
  ]);
});

test("the responses interface gets files as items, in results of tools too", async () => {
  const { body, warnings } = await sentBy("responses", {
    prompt: [...withFiles, { role: "assistant", content: [{ type: "reasoning", text: "Another model's." }] }],
  });

  const image = { type: "input_image", image_url: "data:image/png;base64,iVBORw0KGgo=" };
  expect(body.input).toEqual([
    {
      type: "message",
      role: "user",
      content: [
        { type: "input_file", filename: "a.txt", file_data: "data:text/plain;base64,w7w=" },
        { type: "input_text", text: "Inline." },
        image,
        { type: "input_file", file_url: url },
      ],
    },
    { type: "function_call", call_id: "a", name: "draw", arguments: "{}" },
    { type: "function_call_output", call_id: "a", output: [{ type: "input_text", text: "Here:" }, image] },
  ]);
  expect(warnings).toEqual([{ type: "other", message: "Reasoning without encrypted content is left out." }]);
});
