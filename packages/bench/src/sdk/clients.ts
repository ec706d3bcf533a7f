import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import Anthropic from "@anthropic-ai/sdk";
import { ModelAccess } from "@model-access/sdk";
import OpenAI from "openai";

/** A `fetch` that answers from memory. */
export type StubFetch = () => Promise<Response>;

const baseURL = "https://api.example";
const apiKey = "sk-0123456789";
const maxRetries = 0;

interface Clients {
  ours: ModelAccess;
  openai: OpenAI;
  anthropic: Anthropic;
  /** The AI SDK's provider for services like this one. */
  aiModel: ReturnType<ReturnType<typeof createOpenAICompatible>>;
}

/** Every client that is measured, on a `fetch` that answers from memory. */
export function createClients(fetch: StubFetch): Clients {
  return {
    ours: new ModelAccess({ apiKey, baseURL, fetch, maxRetries }),
    openai: new OpenAI({ apiKey, baseURL: `${baseURL}/v1`, fetch, maxRetries }),
    anthropic: new Anthropic({ apiKey, baseURL, fetch, maxRetries }),
    aiModel: createOpenAICompatible({ name: "bench", apiKey, baseURL: `${baseURL}/v1`, fetch })("GPT-5.2"),
  };
}

export const url = `${baseURL}/v1/chat/completions`;

export const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };

export const model = "GPT-5.2";

export const messages = [{ role: "user" as const, content: "Name one prime number." }];

/** The messages of the AI SDK's provider interface. */
export const prompt = [{ role: "user" as const, content: [{ type: "text" as const, text: "Name one prime number." }] }];
