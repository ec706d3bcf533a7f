import { expect } from "vitest";
import type { CallOptions, ChatCompletionChunk, ClientOptions, ModelAccess } from "../src/index.js";
import { clientOf, exampleNamed, examplesOf, failureOf, request } from "./stub-service.js";

/** A streamed reply of any interface. */
export interface AnyStream extends AsyncIterable<object>, AsyncDisposable {
  final(): Promise<unknown>;
  text(): Promise<string>;
}

/** An interface whose replies are streamed. */
export interface Interface {
  operationId: string;
  operation: string;
  /** A text that its last event has and no other. */
  last: string;
  /** The contract's plain stream, its text, and what keeps it alive. */
  textStream: string;
  text: string;
  keepAlive: string;
  open(client: ModelAccess, options?: CallOptions): AnyStream;
}

const { messages } = request;

export const interfaces: Interface[] = [
  {
    operationId: "createChatCompletion",
    operation: "POST /v1/chat/completions",
    last: "[DONE]",
    textStream: transcriptOf("createChatCompletion", "chatTextStream"),
    text: "Jupiter. It turns once in a little under ten hours.",
    keepAlive: streamText(chunkOf({ content: "" })),
    open: (client, options) => client.chat.completions.stream(request, options),
  },
  {
    operationId: "createMessage",
    operation: "POST /v1/messages",
    last: '"message_stop"',
    textStream: transcriptOf("createMessage", "messageTextStream"),
    text: "The three primary colours of light are red, green and blue.",
    keepAlive: 'event: ping\ndata: {"type":"ping"}\n\n',
    open: (client, options) => client.messages.stream({ ...request, max_tokens: 64 }, options),
  },
  {
    operationId: "createResponse",
    operation: "POST /v1/responses",
    last: '"type":"response.completed"',
    textStream: transcriptOf("createResponse", "responseTextStream"),
    text: "The primes between 20 and 50 are 23, 29, 31, 37, 41, 43 and 47.",
    keepAlive: ": keep-alive\n\n",
    open: (client, options) => client.responses.stream({ model: "GPT-5.2", input: "Hello" }, options),
  },
  {
    operationId: "queryBot",
    operation: "POST /bot/Rivers",
    last: "event: done",
    textStream: transcriptOf("queryBot", "botStreamText"),
    text: "The Danube, the Rhine and the Loire.",
    keepAlive: "event: ping\ndata: {}\n\n",
    open: (client, options) => client.bots.respond({ bot: "Rivers", messages }, options),
  },
];
export const [chat, message, response, bot] = interfaces as [Interface, Interface, Interface, Interface];

/** The contract's streams of all interfaces; of those that fail the last event is an error. */
export const transcripts = interfaces.flatMap((one) =>
  examplesOf(one.operationId, "200", "text/event-stream").map(([name, value]) => {
    const stream = String(value);
    return { ...one, name, stream, isFailed: /^event: error|^data: \{"error":\s*\{/m.test(stream) };
  }),
);

/** A transcript of the contract by its name. */
export function transcriptOf(operationId: string, name: string): string {
  return String(exampleNamed(operationId, name, "text/event-stream"));
}

/** The payloads of a transcript that are JSON. */
export function payloadsOf(transcript: string): Record<string, unknown>[] {
  return [...transcript.matchAll(/^data: (\{.*)$/gm)].map(([, json]) => JSON.parse(String(json)));
}

/** A transcript up to the event that has this in it. */
export function cutBefore(transcript: string, mark: string): string {
  return transcript.slice(0, transcript.lastIndexOf("\n\n", transcript.indexOf(mark)) + 2);
}

/** An event with its name, as messages, responses and bots send it. */
export function namedEvent(name: string, data: unknown): string {
  return `event: ${name}\n${streamText(data)}`;
}

/** An event whose payload has its name in `type`. */
export function typedEvent(data: { type: string; [name: string]: unknown }): string {
  return namedEvent(data.type, data);
}

/** The reply as far as a stream of these events had brought it. */
export async function partialOf({ open }: Interface, text: string): Promise<unknown> {
  const failure = await failureOf(open(clientStreaming(text)).final());
  return (failure as { partial?: unknown }).partial;
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

/** The ways in which the streams of each interface come once; the tests of the decoder have every cut and line end. */
export const wireForms = [
  { form: "whole", parts: (text: string) => [bytesOf(text)] },
  { form: "byte by byte", parts: (text: string) => Array.from(bytesOf(text), (byte) => Uint8Array.of(byte)) },
];
export type WireForm = (typeof wireForms)[number];

const [whole] = wireForms as [WireForm];

/** A client whose every call gets this event stream. */
export function clientStreaming(text: string, options: ClientOptions = {}, { parts }: WireForm = whole): ModelAccess {
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

/** A body that begins with this text and then breaks, as a connection does. */
export function brokenBody(text: string, cause: Error): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => controller.enqueue(bytesOf(text)),
    pull: (controller) => controller.error(cause),
  });
}

/** A body without an end that gives this text whenever it is read; its state tells how often that was. */
export function endlessBody(text: string) {
  const state = { pulls: 0, isCancelled: false };
  const source: UnderlyingDefaultSource<Uint8Array> = {
    pull(controller) {
      state.pulls++;
      controller.enqueue(bytesOf(text));
    },
    cancel() {
      state.isCancelled = true;
    },
  };
  return { body: new ReadableStream(source, { highWaterMark: 0 }), state };
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

/** Returns all events of a stream, after checking that what came later and the whole reply left each as it came. */
export async function collectUnchanged<Event>(stream: AsyncIterable<Event> & { final(): unknown }): Promise<Event[]> {
  const all: [Event, Event][] = [];
  for await (const event of stream) all.push([event, structuredClone(event)]);
  await stream.final();
  for (const [event, asItCame] of all) expect(event).toEqual(asItCame);
  return all.map(([event]) => event);
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
