import { operations } from "@model-access/contract";
import { type ChatCompletionChunk, type ClientOptions, type Fetch, ModelAccess } from "../src/index.js";

export const key = "sk-test-0123456789abcdef";
export const request = {
  model: "Claude-Sonnet-4.5",
  messages: [{ role: "user" as const, content: "Name one prime." }],
};
export const streamRequest = { ...request, stream: true as const };

/** A client of a service that is nothing but this `fetch`. It makes one attempt; retries have tests of their own. */
export function clientOf(fetch: Fetch, options: ClientOptions = {}): ModelAccess {
  return new ModelAccess({ apiKey: key, baseURL: "https://api.example/v1", fetch, maxRetries: 0, ...options });
}

/** A client whose every call gets this answer. */
export function clientAnswering(body: BodyInit | null, init: ResponseInit = {}): ModelAccess {
  return clientOf(async () => new Response(body, { headers: { "content-type": "application/json" }, ...init }));
}

/** A `fetch` that never answers, and obeys its signal. */
export const silentFetch: Fetch = (_url, { signal }) =>
  new Promise((_resolve, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener("abort", () => reject(signal.reason));
  });

/** The examples of a response in the contract, by name. */
export function examplesOf(operationId: string, status: string, mediaType = "application/json"): [string, unknown][] {
  const examples = operations[operationId]?.responses[status]?.mediaTypes[mediaType]?.examples ?? {};
  return Object.entries(examples).map(([name, { value }]) => [name, value]);
}

/** The first example, which is the plain case. */
export function exampleOf(operationId: string, status: string, mediaType?: string): unknown {
  return examplesOf(operationId, status, mediaType)[0]?.[1];
}

/** A chunk of a stream with one choice. */
export function chunkOf(delta: object, finish_reason: string | null = null): ChatCompletionChunk {
  const head = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1795000040, model: "Claude-Sonnet-4.5" };
  // Tests also send what the type does not allow.
  return { ...head, choices: [{ index: 0, delta, finish_reason }] } as ChatCompletionChunk;
}

/** The text of an event stream; a string is sent as it is, anything else as JSON. */
export function streamText(...data: unknown[]): string {
  return data.map((item) => `data: ${typeof item === "string" ? item : JSON.stringify(item)}\n\n`).join("");
}

/** The ways in which the same events may come over the wire; every stream test runs in each. */
export const wireForms = [
  { form: "whole", parts: (text: string) => [bytesOf(text)] },
  { form: "byte by byte", parts: (text: string) => Array.from(bytesOf(text), (byte) => Uint8Array.of(byte)) },
  { form: "with CRLF", parts: (text: string) => [bytesOf(text.replaceAll("\n", "\r\n"))] },
  {
    form: "with CRLF, byte by byte",
    parts: (text: string) => Array.from(bytesOf(text.replaceAll("\n", "\r\n")), (byte) => Uint8Array.of(byte)),
  },
];
export type WireForm = (typeof wireForms)[number];

/** A client whose every call gets this event stream. */
export function clientStreaming(text: string, { parts }: WireForm, options: ClientOptions = {}): ModelAccess {
  return clientOf(async () => streamOf(parts(text)), options);
}

/** An event stream of these parts. */
export function streamOf(parts: Uint8Array[], headers: Record<string, string> = {}): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream", "x-request-id": "req-1", ...headers } });
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** What a promise fails with. */
export async function failureOf(promise: PromiseLike<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("It did not fail.");
}

/** Everything that an async iterable gives. */
export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** What an async iterable gives before it fails, and what it fails with. */
export async function collectUntilFailure<Item>(
  iterable: AsyncIterable<Item>,
): Promise<{ items: Item[]; failure: unknown }> {
  const items: Item[] = [];
  try {
    for await (const item of iterable) items.push(item);
  } catch (failure) {
    return { items, failure };
  }
  throw new Error("It did not fail.");
}
