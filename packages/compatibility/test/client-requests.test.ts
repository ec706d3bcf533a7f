import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import Anthropic from "@anthropic-ai/sdk";
import { operations, validateParameters, validateRequestBody } from "@model-access/contract";
import { generateText, tool } from "ai";
import OpenAI, { toFile } from "openai";
import { expect, test } from "vitest";
import { z } from "zod";

const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
const schema = {
  type: "object",
  properties: { city: { type: "string" } },
  required: ["city"],
  additionalProperties: false,
};

/** Returns the breaches of the contract in the first request that a client sends through our `fetch`. */
async function violationsOf(call: (fetch: typeof globalThis.fetch) => unknown) {
  let sent: Request | undefined;
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    if (request.url.startsWith("data:")) return globalThis.fetch(request); // openai tries what this fetch can do
    sent ??= request;
    throw new Error("Nothing is sent.");
  };
  await Promise.resolve(call(fetch)).catch(() => {});
  if (sent === undefined) throw new Error("The client sent nothing.");
  const { method, headers } = sent;
  const { pathname, searchParams } = new URL(sent.url);
  const operation = Object.values(operations).find((row) => row.method === method && pattern(row.path).test(pathname));
  if (operation === undefined) throw new Error(`The contract has no ${method} ${pathname}.`);
  const path = pattern(operation.path).exec(pathname)?.groups ?? {};
  const parameters = validateParameters(operation.operationId, {
    path,
    query: Object.fromEntries(searchParams),
    header: Object.fromEntries(headers),
  });
  if (operation.body === undefined) return parameters;
  const mediaType = headers.get("content-type")?.split(";")[0] ?? "";
  const body = mediaType === "multipart/form-data" ? fieldsOf(await sent.formData()) : await sent.json();
  return [...parameters, ...validateRequestBody(operation.operationId, mediaType, body)];
}

const pattern = (path: string) => new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);

const fieldsOf = (form: FormData) =>
  Object.fromEntries([...form].map(([name, value]) => [name, typeof value === "string" ? value : ""]));

const openai = (fetch: typeof globalThis.fetch) =>
  new OpenAI({ baseURL: "https://api.model-access.example/v1", apiKey: "k", maxRetries: 0, fetch });
const anthropic = (fetch: typeof globalThis.fetch) =>
  new Anthropic({ baseURL: "https://api.model-access.example", apiKey: "k", maxRetries: 0, fetch });
const user = { role: "user" as const, content: "Hi" };
const chatTool = { type: "function" as const, function: { name: "weather", parameters: schema, strict: true } };
const call = { id: "c1", type: "function" as const, function: { name: "weather", arguments: '{"city":"Oslo"}' } };

/** Calls a method of a client by its path. The rows below are no types: what a client sends is what counts. */
const callOf = (client: object, path: string, args: readonly unknown[]) => {
  const names = path.split(".");
  // biome-ignore lint/suspicious/noExplicitAny: a path may lead to anything
  const resource = names.slice(0, -1).reduce<any>((found, name) => found[name], client);
  return resource[names.at(-1) ?? ""](...args);
};

const chat = { model: "m", messages: [user] };
const image = { type: "image_url", image_url: { url: `data:image/png;base64,${png}` } };
const video = { model: "sora-2", prompt: "Waves" };
const file = await toFile(Buffer.from(png, "base64"), "a.png", { type: "image/png" });
const results = [user, { role: "assistant", tool_calls: [call] }, { role: "tool", tool_call_id: "c1", content: "{}" }];
const citySchema = { name: "city", schema };

test.each<[title: string, path: string, ...args: unknown[]]>([
  ["a chat", "chat.completions.create", chat],
  ["a streamed chat", "chat.completions.create", { ...chat, stream: true, stream_options: { include_usage: true } }],
  ["a chat with tools", "chat.completions.create", { ...chat, tools: [chatTool], tool_choice: "required" }],
  ["a chat with tool results", "chat.completions.create", { model: "m", messages: results }],
  ["a chat with an image", "chat.completions.create", { model: "m", messages: [{ role: "user", content: [image] }] }],
  [
    "a chat with a schema",
    "chat.completions.create",
    { ...chat, response_format: { type: "json_schema", json_schema: citySchema } },
  ],
  [
    "a chat with a developer message",
    "chat.completions.create",
    { model: "m", messages: [{ role: "developer", content: "Be brief." }, user], reasoning_effort: "low" },
  ],
  ["a response", "responses.create", { model: "m", input: "Hi", reasoning: { effort: "low", summary: "auto" } }],
  [
    "a response with tools",
    "responses.create",
    { model: "m", input: [user], tools: [{ type: "function", ...chatTool.function }, { type: "web_search" }] },
  ],
  [
    "a response with a schema",
    "responses.create",
    { model: "m", input: "Hi", text: { format: { type: "json_schema", ...citySchema } } },
  ],
  ["a streamed response", "responses.create", { model: "m", input: "Hi", stream: true }],
  ["a list of models", "models.list"],
  ["a video", "videos.create", { ...video, seconds: "8", size: "1280x720" }],
  ["a video from an image", "videos.create", { ...video, input_reference: file }],
  ["a video's state", "videos.retrieve", "video_1"],
  ["a video's content", "videos.downloadContent", "video_1", { variant: "thumbnail" }],
  ["a remix", "videos.remix", "video_1", { prompt: "At night" }],
  ["an extension", "videos.extend", { video: { id: "video_1" }, prompt: "On and on", seconds: "4" }],
])("openai asks for %s as the contract has it", async (_title, path, ...args) => {
  expect(await violationsOf((fetch) => callOf(openai(fetch), path, args))).toEqual([]);
});

const message = { model: "m", max_tokens: 9, messages: [user] };
const messageTool = { name: "weather", description: "The weather.", input_schema: { type: "object", properties: {} } };
const toolUse = { type: "tool_use", id: "t1", name: "weather", input: {} };
const source = { type: "base64", media_type: "image/png", data: png };
const system = { type: "text", text: "Be brief.", cache_control: { type: "ephemeral" } };

test.each<[title: string, body: object]>([
  ["a message", message],
  ["a streamed message", { ...message, stream: true }],
  ["a message with tools", { ...message, tools: [messageTool], tool_choice: { type: "tool", name: "weather" } }],
  [
    "a message with tool results",
    {
      ...message,
      messages: [
        user,
        { role: "assistant", content: [toolUse] },
        { role: "user", content: [{ type: "tool_result", tool_use_id: "t1", content: "4" }] },
      ],
    },
  ],
  ["a message with an image", { ...message, messages: [{ role: "user", content: [{ type: "image", source }] }] }],
  ["a message with a cached system prompt", { ...message, system: [system] }],
  ["a message with thinking", { ...message, max_tokens: 4096, thinking: { type: "enabled", budget_tokens: 2048 } }],
])("@anthropic-ai/sdk asks for %s as the contract has it", async (_title, body) => {
  expect(await violationsOf((fetch) => callOf(anthropic(fetch), "messages.create", [body]))).toEqual([]);
});

const tools = { weather: tool({ description: "The weather.", inputSchema: z.object({ city: z.string() }) }) };

const settings = { baseURL: "https://api.model-access.example/v1", apiKey: "k" };
type Fetch = typeof globalThis.fetch;

test.each([
  ["@ai-sdk/openai-compatible", (fetch: Fetch) => createOpenAICompatible({ name: "x", ...settings, fetch })("m")],
  ["@ai-sdk/openai (chat)", (fetch: Fetch) => createOpenAI({ ...settings, fetch }).chat("m")],
  ["@ai-sdk/openai (responses)", (fetch: Fetch) => createOpenAI({ ...settings, fetch }).responses("m")],
  ["@ai-sdk/anthropic", (fetch: Fetch) => createAnthropic({ ...settings, fetch })("m")],
])("ai with %s asks for text, tools and images as the contract has it", async (_name, model) => {
  const content = [
    { type: "text" as const, text: "What is this?" },
    { type: "file" as const, data: png, mediaType: "image/png" },
  ];
  const ask = (options: object) =>
    violationsOf((fetch) =>
      generateText({
        model: model(fetch),
        system: "Be brief.",
        messages: [{ role: "user", content }],
        maxRetries: 0,
        ...options,
      }),
    );

  expect(await ask({})).toEqual([]);
  expect(await ask({ tools, toolChoice: "required", temperature: 0.5, maxOutputTokens: 64 })).toEqual([]);
});
