/// <reference lib="esnext.disposable" preserve="true" />
import type { Call } from "../call/call.js";
import type { Dialect } from "./dialect.js";
import { createStreamReader, type StreamReader } from "./stream-reader.js";

/**
 * A streamed reply. It ends without an error only where its interface ends a stream: an error event throws
 * `StreamError`, a connection that ends earlier `StreamIncompleteError` with what had come, an abort `AbortError`.
 * Leaving the loop cancels the request. Events that this version does not know are passed on as they came.
 */
export class ModelStream<Event extends object, Final> implements AsyncIterable<Event>, AsyncDisposable {
  readonly #reader: StreamReader<Event, Final>;

  /** @internal A call that is still to be answered is waited for by the first reader, who gets its failure too. */
  constructor(call: Call, dialect: Dialect<Event, Final>, opening?: Promise<unknown>) {
    this.#reader = createStreamReader(call, dialect, opening);
  }

  /** The events in order. A stream is read once: a second loop throws. */
  [Symbol.asyncIterator](): AsyncIterableIterator<Event> {
    return this.#reader.events();
  }

  /**
   * The whole reply, tool calls included. Reads the rest of the stream; a running loop still gets its events. Throws what the loop throws.
   */
  final(): Promise<Final> {
    return this.#reader.final();
  }

  /** Returns the text of the whole reply; empty if it has none. */
  text(): Promise<string> {
    return this.#reader.text();
  }

  /** The events as a web stream that reads no further than it is read; cancelling it cancels the request. */
  toReadableStream(): ReadableStream<Event> {
    return toWebStream(this[Symbol.asyncIterator]());
  }

  /** Cancels the request if the stream has not ended: `await using stream = …`. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#reader.leave();
  }
}

/** Returns the values as a web stream that reads no further than it is read; cancelling it leaves the iterator. */
function toWebStream<Value>(values: AsyncIterator<Value>): ReadableStream<Value> {
  return new ReadableStream<Value>(
    {
      async pull(controller) {
        const next = await values.next();
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      },
      async cancel() {
        await values.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
