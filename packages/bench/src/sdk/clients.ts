/** A `fetch` that answers from memory. */
export type StubFetch = () => Promise<Response>;

const baseURL = "https://api.example";
const apiKey = "sk-0123456789";
const maxRetries = 0;

export const url = `${baseURL}/v1/chat/completions`;

export const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };

export const model = "GPT-5.2";

export const messages = [{ role: "user" as const, content: "Name one prime number." }];

/** The messages of the AI SDK's provider interface. */
export const prompt = [{ role: "user" as const, content: [{ type: "text" as const, text: "Name one prime number." }] }];

/** Loads our SDK and makes a client; the others do the same, so that a process has one of them. */
export async function createOurs(fetch: StubFetch) {
  const { ModelAccess } = await import("@model-access/sdk");
  return new ModelAccess({ apiKey, baseURL, fetch, maxRetries });
}

export async function createOpenAI(fetch: StubFetch) {
  const { default: OpenAI } = await import("openai");
  return new OpenAI({ apiKey, baseURL: `${baseURL}/v1`, fetch, maxRetries });
}

export async function createAnthropic(fetch: StubFetch) {
  const { default: Anthropic } = await import("@anthropic-ai/sdk");
  return new Anthropic({ apiKey, baseURL, fetch, maxRetries });
}

/** The AI SDK's provider for services like this one. */
export async function createAIModel(fetch: StubFetch) {
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  return createOpenAICompatible({ name: "bench", apiKey, baseURL: `${baseURL}/v1`, fetch })(model);
}
