/** The `fetch` of a client. */
export type Fetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** A client's implementation of the tasks. */
export interface Client {
  /** Resolves to one whole reply. */
  call?(): unknown;
  /** Resolves to the events of a streamed reply. */
  stream?(): Promise<AsyncIterable<unknown>>;
  /** Resolves to an accumulated streamed reply, of a chat or of a message. */
  reply?(): unknown;
  message?(): unknown;
}

const apiKey = "sk-0123456789";
const maxRetries = 0;

export const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };

const model = "GPT-5.2";
const content = "Name one prime number.";
const messages = [{ role: "user" as const, content }];
const prompt = [{ role: "user" as const, content: [{ type: "text" as const, text: content }] }];
export const chat = { model, messages };
export const streamedChat = { ...chat, stream: true as const };
const message = { ...chat, max_tokens: 64 };

/** Loads one client, so that a process has only that one. */
export const clients = {
  "@model-access/sdk": async (fetch: Fetch, baseURL: string): Promise<Client> => {
    const { ModelAccess } = await import("@model-access/sdk");
    const client = new ModelAccess({ apiKey, baseURL, fetch, maxRetries });
    return {
      call: () => client.chat.completions.create(chat),
      stream: () => client.chat.completions.create(streamedChat),
      reply: () => client.chat.completions.stream(chat).final(),
      message: () => client.messages.stream(message).final(),
    };
  },
  ky: async (fetch: Fetch, baseURL: string): Promise<Client> => {
    const { default: ky } = await import("ky");
    const url = `${baseURL}/v1/chat/completions`;
    return { call: () => ky.post(url, { fetch, headers, json: chat, retry: 0 }).json() };
  },
  // The AI SDK's provider for compatible services, alone and under its usual function.
  "ai (provider)": async (fetch: Fetch, baseURL: string): Promise<Client> => {
    const provider = await createProvider(fetch, baseURL);
    return {
      call: () => provider.doGenerate({ prompt }),
      stream: async () => (await provider.doStream({ prompt })).stream,
    };
  },
  "ai (streamText)": async (fetch: Fetch, baseURL: string): Promise<Client> => {
    const { streamText } = await import("ai");
    const provider = await createProvider(fetch, baseURL);
    return { reply: () => streamText({ model: provider, messages, maxRetries }).text };
  },
  "@anthropic-ai/sdk": async (fetch: Fetch, baseURL: string): Promise<Client> => {
    const { default: Anthropic } = await import("@anthropic-ai/sdk");
    const client = new Anthropic({ apiKey, baseURL, fetch, maxRetries });
    return {
      call: () => client.messages.create(message),
      message: () => client.messages.stream(message).finalMessage(),
    };
  },
  openai: async (fetch: Fetch, baseURL: string): Promise<Client> => {
    const { default: OpenAI } = await import("openai");
    const client = new OpenAI({ apiKey, baseURL: `${baseURL}/v1`, fetch, maxRetries });
    return {
      call: () => client.chat.completions.create(chat),
      stream: () => client.chat.completions.create(streamedChat),
      reply: () => client.chat.completions.stream(chat).finalChatCompletion(),
    };
  },
};

async function createProvider(fetch: Fetch, baseURL: string) {
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  return createOpenAICompatible({ name: "bench", apiKey, baseURL: `${baseURL}/v1`, fetch })(model);
}
