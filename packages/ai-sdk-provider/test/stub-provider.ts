import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { createTestFetch, eventStreamReply, type TestReply } from "@model-access/sdk/testing";
import { createModelAccess, type ModelAccessProviderOptions } from "../src/index.js";

// The tests read the warnings themselves.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** A provider whose service gives these replies. */
export function providerOf(replies: readonly TestReply[], options: ModelAccessProviderOptions = {}) {
  const { fetch, calls } = createTestFetch(replies);
  const modelAccess = createModelAccess({ apiKey: "test-key", baseURL: "https://api.example", fetch, ...options });
  return { modelAccess, calls };
}

/** A call of nothing but a question. */
export const question: LanguageModelV4CallOptions = {
  prompt: [{ role: "user", content: [{ type: "text", text: "Name one prime." }] }],
};

/** The parts of a streamed call. */
export async function partsOf(
  model: LanguageModelV4,
  options: LanguageModelV4CallOptions = question,
): Promise<LanguageModelV4StreamPart[]> {
  const { stream } = await model.doStream(options);
  return Array.fromAsync(stream);
}

export type Kind = "chat" | "messages" | "responses" | "bot";

/** The parts of a streamed call of such a model whose service gives this reply. */
export function streamBy(kind: Kind, reply: TestReply, options?: LanguageModelV4CallOptions) {
  return partsOf(providerOf([reply]).modelAccess[kind]("Test-Model"), options);
}

/** The result of a whole call of such a model whose service gives this reply. */
export function generateBy(kind: Kind, reply: TestReply, options: LanguageModelV4CallOptions = question) {
  return providerOf([reply]).modelAccess[kind]("Test-Model").doGenerate(options);
}

/** An event stream of a chat completion with these deltas, up to its end marker. */
export function chatStream(deltas: object[], finish_reason = "stop"): TestReply {
  const head = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1_760_000_000, model: "Test-Model" };
  const usage = {
    prompt_tokens: 12,
    completion_tokens: 8,
    total_tokens: 20,
    prompt_tokens_details: { cached_tokens: 4 },
  };
  return eventStreamReply([
    ...deltas.map((delta) => ({ data: { ...head, choices: [{ index: 0, delta, finish_reason: null }] } })),
    { data: { ...head, choices: [{ index: 0, delta: {}, finish_reason }] } },
    { data: { ...head, choices: [], usage } },
    { data: "[DONE]" },
  ]);
}

/** A whole chat completion with this message. */
export function chatCompletion(message: object, finish_reason = "stop"): object {
  return {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1_760_000_000,
    model: "Test-Model",
    choices: [{ index: 0, message: { role: "assistant", content: null, ...message }, finish_reason }],
    usage: { prompt_tokens: 12, completion_tokens: 8, total_tokens: 20 },
  };
}

/** An event stream whose events are named by their type. */
export function namedStream(events: { type: string; [member: string]: unknown }[]): TestReply {
  return eventStreamReply(events.map((data) => ({ event: data.type, data })));
}
