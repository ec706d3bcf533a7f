/// <reference lib="esnext.disposable" preserve="true" />
import type { AbortLink } from "../abort-link.js";
import { abortError } from "../errors/connection-failure.js";
import { ModelAccessError } from "../errors/model-access-error.js";
import { responseFormatError } from "../errors/response-format-error.js";
import { streamError, streamIncompleteError } from "../errors/stream-failure.js";
import type { Exchange } from "../exchange.js";
import { EventTooLarge } from "../stream/event-stream-decoder.js";
import { createEventStreamReader, type EventStreamReader } from "../stream/event-stream-reader.js";
import type { ChatCompletionChunk, StreamedChatCompletion } from "../types.js";
import { createChatAccumulator } from "./chat-accumulator.js";
import { readChatEvent } from "./chat-event.js";

interface StreamSource {
  exchange: Exchange;
  body: ReadableStream<Uint8Array>;
  link: AbortLink;
  maxEventBytes: number;
}

/**
 * A streamed reply. It ends without an error only at the service's end marker: an error event throws `StreamError`, a
 * connection that ends earlier `StreamIncompleteError` with what had come, an abort `AbortError`. Leaving the loop
 * cancels the request. An event that this version does not know is passed on as it came, with no choices.
 *
 * @example
 * for await (const chunk of stream) process.stdout.write(chunk.choices[0]?.delta.content ?? "");
 */
export class ChatCompletionStream implements AsyncIterable<ChatCompletionChunk>, AsyncDisposable {
  readonly #exchange: Exchange;
  readonly #reader: EventStreamReader;
  readonly #link: AbortLink;
  readonly #accumulator = createChatAccumulator();
  /** Chunks that were read and that the loop has not got yet. */
  readonly #waiting: ChatCompletionChunk[] = [];
  #hasLoop = false;
  #isRead = false;
  #isOpen = true;
  #failure: ModelAccessError | undefined;

  /** @internal Made by `client.chat.completions.create`. */
  constructor({ exchange, body, link, maxEventBytes }: StreamSource) {
    this.#exchange = exchange;
    this.#reader = createEventStreamReader(body, { maxEventBytes });
    this.#link = link;
    // For a body that does not know the signal. The signal is the call's own, so the listener goes with it.
    link.signal?.addEventListener("abort", () => void this.#reader.cancel());
  }

  /** The chunks in order. A stream is read once: a second loop throws. */
  [Symbol.asyncIterator](): AsyncIterableIterator<ChatCompletionChunk> {
    if (this.#isRead) {
      throw new ModelAccessError(
        `The stream of ${this.#exchange.operation} was read already; final() gives its whole reply`,
      );
    }
    this.#isRead = true;
    this.#hasLoop = true;
    let hasLeft = false;
    return {
      next: async () => {
        for (;;) {
          const value = this.#waiting.shift();
          if (value !== undefined) return { done: false, value };
          if (hasLeft || !this.#hasMore()) return { done: true, value: undefined };
          if (!this.#readEvent()) await this.#fill();
        }
      },
      return: async () => {
        hasLeft = true;
        await this.#leave();
        return { done: true, value: undefined };
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }

  /**
   * The whole reply, tool calls included. Reads what is left of the stream; a loop that goes on gets its chunks all the
   * same. Throws what the loop throws.
   */
  async final(): Promise<StreamedChatCompletion> {
    this.#isRead = true;
    while (this.#hasMore()) {
      if (!this.#readEvent()) await this.#fill();
      if (!this.#hasLoop) this.#waiting.length = 0;
    }
    const reply = this.#accumulator.result();
    if (reply === undefined)
      throw responseFormatError({ exchange: this.#exchange, what: "with a stream that has no chunk", text: "" });
    return reply;
  }

  /** The text of the whole reply; empty where the assistant wrote none. */
  async text(): Promise<string> {
    const { choices } = await this.final();
    return choices[0]?.message.content ?? "";
  }

  /** The chunks as a web stream that reads no further than it is read; cancelling it cancels the request. */
  toReadableStream(): ReadableStream<ChatCompletionChunk> {
    const chunks = this[Symbol.asyncIterator]();
    return new ReadableStream<ChatCompletionChunk>(
      {
        async pull(controller) {
          const next = await chunks.next();
          if (next.done) controller.close();
          else controller.enqueue(next.value);
        },
        async cancel() {
          await chunks.return?.();
        },
      },
      { highWaterMark: 0 },
    );
  }

  /** Cancels the request if the stream has not ended: `await using stream = await client.chat.completions.create(…)`. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#leave();
  }

  #hasMore(): boolean {
    if (this.#failure !== undefined) throw this.#failure;
    return this.#isOpen;
  }

  /** Deals with the next event; false when none has come. */
  #readEvent(): boolean {
    const event = this.#reader.take();
    if (event === undefined) return false;
    const { signal } = this.#link;
    if (signal?.aborted) throw this.#fail(abortError(this.#exchange.operation, signal));

    const read = readChatEvent(event);
    switch (read.kind) {
      case "chunk":
        this.#accumulator.add(read.chunk);
        this.#waiting.push(read.chunk);
        return true;
      case "unknown":
        this.#waiting.push(read.chunk);
        return true;
      case "end":
        this.#close();
        this.#reader.finish();
        return true;
      case "error":
        throw this.#fail(streamError({ ...this.#soFar(), error: read.error }));
      case "broken":
        throw this.#fail(responseFormatError({ exchange: this.#exchange, what: read.what, text: event.data }));
    }
  }

  async #fill(): Promise<void> {
    let failure: ModelAccessError;
    try {
      if (await this.#reader.fill()) return;
      failure = streamIncompleteError(this.#soFar());
    } catch (cause) {
      failure =
        cause instanceof EventTooLarge
          ? responseFormatError({ exchange: this.#exchange, what: `with ${cause.message}`, text: "" })
          : streamIncompleteError({ ...this.#soFar(), cause });
    }
    // Another reader may have ended the stream in the meantime.
    if (this.#isOpen) throw this.#fail(failure);
  }

  #fail(error: ModelAccessError): ModelAccessError {
    const { signal } = this.#link;
    this.#failure = signal?.aborted ? abortError(this.#exchange.operation, signal) : error;
    this.#close();
    void this.#reader.cancel();
    return this.#failure;
  }

  /** The silent end: only `final()` tells of it. */
  async #leave(): Promise<void> {
    if (!this.#isOpen) return;
    this.#failure = streamIncompleteError(this.#soFar());
    this.#close();
    await this.#reader.cancel();
  }

  #close(): void {
    this.#isOpen = false;
    this.#link.release();
  }

  #soFar(): { exchange: Exchange; partial: StreamedChatCompletion | undefined } {
    return { exchange: this.#exchange, partial: this.#accumulator.result() };
  }
}
