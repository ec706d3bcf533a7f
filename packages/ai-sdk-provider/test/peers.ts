import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModelV4, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { question } from "./stub-provider.js";

type Fetch = typeof globalThis.fetch;

export interface Call {
  name: string;
  input: string;
}

/** The result of reading a reply by a client. */
interface Outcome {
  text: string;
  reasoning: string;
  calls: Call[];
  error: unknown;
  /** Everything that it gave, to look for values that were turned into text. */
  given: unknown[];
}

/** A client that reads the bytes of a reply, whole or as a stream. */
type Reader = (fetch: Fetch, isStream: boolean) => Promise<Outcome>;

/** Reads a reply as an application of `ai` would. */
export async function readByModel(model: LanguageModelV4, isStream: boolean): Promise<Outcome> {
  return collect(async (outcome) => {
    const add = (part: LanguageModelV4StreamPart | Awaited<ReturnType<typeof model.doGenerate>>["content"][number]) => {
      if (part.type === "text" || part.type === "text-delta") outcome.text += "text" in part ? part.text : part.delta;
      if (part.type === "reasoning" || part.type === "reasoning-delta")
        outcome.reasoning += "text" in part ? part.text : part.delta;
      if (part.type === "tool-call" && !part.providerExecuted)
        outcome.calls.push({ name: part.toolName, input: part.input });
      if (part.type === "error") outcome.error ??= part.error;
    };
    if (!isStream) {
      const { content, usage, finishReason, providerMetadata } = await model.doGenerate(question);
      outcome.given.push(content, usage, finishReason, providerMetadata);
      return content.forEach(add);
    }
    const { stream } = await model.doStream(question);
    for await (const part of stream as AsyncIterable<LanguageModelV4StreamPart>) {
      outcome.given.push(part);
      add(part);
    }
  });
}

async function collect(read: (outcome: Outcome) => Promise<void>): Promise<Outcome> {
  const outcome: Outcome = { text: "", reasoning: "", calls: [], error: undefined, given: [] };
  try {
    await read(outcome);
  } catch (error) {
    outcome.error ??= error;
  }
  return outcome;
}

const settings = { apiKey: "test-key", baseURL: "https://api.example/v1" };
const messages = [{ role: "user" as const, content: "Name one prime." }];
const byModel =
  (create: (options: { fetch: Fetch } & typeof settings) => LanguageModelV4): Reader =>
  (fetch, isStream) =>
    readByModel(create({ ...settings, fetch }), isStream);

const readText = (value: unknown) => (typeof value === "string" ? value : "");
const addCall = ({ calls }: Outcome, name: unknown, input: unknown) =>
  calls.push({ name: readText(name), input: typeof input === "string" ? input : JSON.stringify(input ?? "") });

const openai = (fetch: Fetch) => new OpenAI({ ...settings, fetch, maxRetries: 0 });

/** The text is read of the events as far as they come, and the calls of the whole that the client makes of them. */
const readByOpenAIChat: Reader = (fetch, isStream) =>
  collect(async (outcome) => {
    const { completions } = openai(fetch).chat;
    const body = { model: "M", messages };
    const text = (message: { content?: unknown } | null | undefined) => {
      outcome.text += readText(message?.content);
    };
    if (isStream) {
      for await (const chunk of await completions.create({ ...body, stream: true })) text(chunk.choices?.[0]?.delta);
    }
    const { choices } = await (isStream ? completions.stream(body).finalChatCompletion() : completions.create(body));
    if (!isStream) text(choices?.[0]?.message);
    for (const call of choices?.[0]?.message?.tool_calls ?? [])
      if ("function" in call) addCall(outcome, call.function?.name, call.function?.arguments);
  });

const readByOpenAIResponses: Reader = (fetch, isStream) =>
  collect(async (outcome) => {
    const { responses } = openai(fetch);
    const body = { model: "M", input: "Name one prime." };
    if (isStream) {
      for await (const event of await responses.create({ ...body, stream: true })) {
        if (event.type === "response.output_text.delta") outcome.text += readText(event.delta);
      }
    }
    const whole = await (isStream ? responses.stream(body).finalResponse() : responses.create(body));
    if (!isStream) outcome.text = readText(whole.output_text);
    for (const item of whole.output ?? [])
      if (item?.type === "function_call") addCall(outcome, item.name, item.arguments);
  });

const readByAnthropic: Reader = (fetch, isStream) =>
  collect(async (outcome) => {
    const client = new Anthropic({ ...settings, baseURL: "https://api.example", fetch, maxRetries: 0 });
    const body = { model: "M", max_tokens: 1, messages };
    if (isStream) {
      for await (const event of await client.messages.create({ ...body, stream: true })) {
        if (event.type !== "content_block_delta") continue;
        if (event.delta?.type === "text_delta") outcome.text += readText(event.delta.text);
        if (event.delta?.type === "thinking_delta") outcome.reasoning += readText(event.delta.thinking);
      }
    }
    const whole = await (isStream ? client.messages.stream(body).finalMessage() : client.messages.create(body));
    for (const block of whole.content ?? []) {
      if (!isStream && block?.type === "text") outcome.text += readText(block.text);
      if (!isStream && block?.type === "thinking") outcome.reasoning += readText(block.thinking);
      if (block?.type === "tool_use") addCall(outcome, block.name, block.input);
    }
  });

/** Other people's clients, by the interface that they read. */
export const peers: Record<"chat" | "messages" | "responses" | "bot", Reader[]> = {
  chat: [
    byModel((options) => createOpenAICompatible({ name: "peer", ...options })("M")),
    byModel((options) => createOpenAI(options).chat("M")),
    readByOpenAIChat,
  ],
  messages: [byModel((options) => createAnthropic(options)("M")), readByAnthropic],
  responses: [byModel((options) => createOpenAI(options).responses("M")), readByOpenAIResponses],
  bot: [],
};
