import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText, type LanguageModel, streamText } from "ai";
import { type Mode, models, question } from "./dialect.ts";

interface Settings {
  baseURL: string;
  apiKey: string;
  headers?: Record<string, string>;
  fetch?: typeof globalThis.fetch;
}

/** Models of well-known `ai` providers, by interface. */
export const providerModels = {
  "@ai-sdk/openai-compatible": (settings: Settings) =>
    createOpenAICompatible({ name: "model-access", ...settings })(models.chat),
  "@ai-sdk/openai (chat)": (settings: Settings) => createOpenAI(settings).chat(models.chat),
  "@ai-sdk/openai (responses)": (settings: Settings) => createOpenAI(settings).responses(models.responses),
  "@ai-sdk/anthropic": (settings: Settings) => createAnthropic(settings)(models.messages),
};

/** The call to make. `limit` sets every deadline that the provider has. */
export interface AskAISDK {
  mode: Mode;
  headers?: Record<string, string>;
  maxRetries?: number;
  limitMs?: number;
}

/** Asks the question through `ai` and returns the reply's text. Errors reported to callbacks are thrown. */
export async function askAISDK(
  model: LanguageModel,
  { mode, headers = {}, maxRetries = 0, limitMs }: AskAISDK,
): Promise<string> {
  const request = { model, prompt: question, maxOutputTokens: 400, maxRetries, headers };
  const limit = limitMs === undefined ? {} : { timeout: { totalMs: limitMs, firstChunkMs: limitMs, chunkMs: limitMs } };
  if (mode === "plain") return (await generateText({ ...request, ...limit })).text;
  const failures: unknown[] = [];
  const { stream } = streamText({
    ...request,
    ...limit,
    onError: ({ error }) => void failures.push(error),
    onAbort: () => void failures.push(new Error("The stream was aborted.")),
  });
  let text = "";
  for await (const part of stream) {
    if (part.type === "tool-call") throw new Error("The stream has a call of a tool that was not offered.");
    if (part.type === "text-delta") text += part.text;
  }
  if (failures.length > 0) throw failures[0];
  return text;
}
