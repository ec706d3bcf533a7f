import type { ChatCompletionChunk, ClientOptions, ModelAccess } from "../src/index.js";
import { clientOf } from "./stub-service.js";

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

/** The ways in which the streams of each interface come once; the tests of the decoder have every cut and line end. */
export const wireForms = [
  { form: "whole", parts: (text: string) => [bytesOf(text)] },
  { form: "byte by byte", parts: (text: string) => Array.from(bytesOf(text), (byte) => Uint8Array.of(byte)) },
];
export type WireForm = (typeof wireForms)[number];

/** A client whose every call gets this event stream. */
export function clientStreaming(text: string, { parts }: WireForm, options: ClientOptions = {}): ModelAccess {
  return clientOf(async () => streamOf(parts(text)), options);
}

/** An event stream with this text, in one part. */
export function wholeStreamOf(text: string): Response {
  return streamOf([bytesOf(text)]);
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

/** An event stream with this body. */
export function streamWith(body: ReadableStream<Uint8Array>): Response {
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

/** An event stream that starts with these texts, stays open and obeys nothing but being cancelled. */
export function openStream(...texts: string[]) {
  const state = { isCancelled: false };
  let controller: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({
    start(own) {
      controller = own;
      for (const text of texts) own.enqueue(bytesOf(text));
    },
    cancel() {
      state.isCancelled = true;
    },
  });
  return { answer: streamWith(body), state, send: (text: string) => controller.enqueue(bytesOf(text)) };
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Returns all items of an async iterable. */
export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Returns the items that an async iterable gives before it fails, and its error. */
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

/** The result of an accumulator after these events. */
export function resultOf<Event, Result>(
  accumulator: { add(event: Event): void; result(): Result },
  events: object[],
): Result {
  // Tests also add what the type does not allow.
  for (const event of events) accumulator.add(event as Event);
  return accumulator.result();
}
