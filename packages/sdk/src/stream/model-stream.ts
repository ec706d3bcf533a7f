/// <reference lib="esnext.disposable" preserve="true" />
import type { Answer } from "../call/call.js";
import { abortError } from "../errors/connection-failure.js";
import { ModelAccessError } from "../errors/model-access-error.js";
import { responseFormatError } from "../errors/response-format-error.js";
import { type StreamFailure, streamError, streamIncompleteError } from "../errors/stream-failure.js";
import type { Dialect } from "./dialect.js";
import { EventTooLarge } from "./event-stream-decoder.js";
import { createEventStreamReader, type EventStreamReader, type StreamEnding } from "./event-stream-reader.js";
import type { Opening } from "./open-stream.js";
import { createQueue } from "./queue.js";
import { webStreamOf } from "./web-stream.js";

interface Opened extends Answer {
  reader: EventStreamReader;
}

/**
 * A streamed reply. It ends without an error only where its interface ends a stream: an error event throws
 * `StreamError`, a connection that ends earlier `StreamIncompleteError` with what had come, an abort `AbortError`.
 * Leaving the loop cancels the request. Events that this version does not know are passed on as they came.
 */
export class ModelStream<Event extends object, Final> implements AsyncIterable<Event>, AsyncDisposable {
  readonly #dialect: Dialect<Event, Final>;
  /** Done when the answer has come and was taken over. */
  readonly #opening: Promise<void> | undefined;
  readonly #leaveOpening: (() => void) | undefined;
  #opened: Opened | undefined;
  /** Events that `final()` has read before the loop. */
  readonly #waiting = createQueue<Event>();
  #hasLoop = false;
  #isRead = false;
  #isOpen = true;
  #failure: unknown;

  /** @internal A source that is still to come is waited for by the first reader, who gets its failure too. */
  constructor(source: Answer | Opening, dialect: Dialect<Event, Final>) {
    this.#dialect = dialect;
    if ("answer" in source) {
      this.#leaveOpening = source.leave;
      this.#opening = source.answer.then((answer) => (this.#isOpen ? this.#open(answer) : cancelAnswer(answer)));
      // Its failure is for whoever reads.
      this.#opening.catch(() => {});
    } else {
      this.#open(source);
    }
  }

  /** The events in order. A stream is read once: a second loop throws. */
  [Symbol.asyncIterator](): AsyncIterableIterator<Event> {
    if (this.#isRead) throw new ModelAccessError("This stream was read already; final() gives its whole reply");
    this.#isRead = true;
    this.#hasLoop = true;
    let hasLeft = false;
    return {
      next: async () => {
        for (;;) {
          const waiting = this.#waiting.take();
          if (waiting !== undefined) return { done: false, value: waiting };
          if (hasLeft || !this.#hasMore()) return { done: true, value: undefined };
          const value = this.#readEvent();
          if (typeof value === "object") return { done: false, value };
          // Not in a function of its own, which would cost every event a promise more.
          const ending = value === "nothing" ? undefined : await this.#fill();
          if (ending !== undefined) this.#stop(ending);
        }
      },
      return: async () => {
        hasLeft = true;
        this.#leave();
        return { done: true, value: undefined };
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }

  /**
   * The whole reply, tool calls included. Reads what is left of the stream; a loop that goes on gets its events all the
   * same. Throws what the loop throws.
   */
  async final(): Promise<Final> {
    this.#isRead = true;
    while (this.#hasMore()) {
      const event = this.#readEvent();
      if (typeof event === "object") {
        if (this.#hasLoop) this.#waiting.add(event);
      } else if (event === undefined) {
        const ending = await this.#fill();
        if (ending !== undefined) this.#stop(ending);
      }
    }
    const reply = this.#dialect.result();
    if (reply === undefined && this.#opened !== undefined) {
      throw responseFormatError({ exchange: this.#opened.exchange, what: "with a stream that has no chunk", text: "" });
    }
    // A stream that has no more was opened.
    return reply as Final;
  }

  /** The text of the whole reply; empty where there is none. */
  async text(): Promise<string> {
    return this.#dialect.textOf(await this.final());
  }

  /** The events as a web stream that reads no further than it is read; cancelling it cancels the request. */
  toReadableStream(): ReadableStream<Event> {
    return webStreamOf(this[Symbol.asyncIterator]());
  }

  /** Cancels the request if the stream has not ended: `await using stream = …`. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#leave();
  }

  #hasMore(): boolean {
    if (this.#failure !== undefined) throw this.#failure;
    return this.#isOpen;
  }

  #open(source: Answer): void {
    const { exchange, link, maxEventBytes } = source;
    const reader = createEventStreamReader(exchange.body, { maxEventBytes });
    // For a body that does not know the signal.
    link.onAbort(() => void reader.cancel());
    source.deadlines.countWhile(reader.isFilling);
    this.#opened = { ...source, reader };
  }

  /** The next event for the caller, or "nothing" for one that is not for the caller; absent when none has come. */
  #readEvent(): Event | "nothing" | undefined {
    const opened = this.#opened;
    const event = opened?.reader.take();
    if (opened === undefined || event === undefined) return undefined;
    if (opened.link.signal.aborted) throw this.#fail(opened, undefined);

    const read = this.#dialect.read(event);
    switch (read.kind) {
      case "event":
        this.#dialect.add(read.event);
        if (read.isLast) this.#end(opened);
        else if (this.#dialect.hasContent(read.event)) opened.deadlines.enter("betweenContents");
        return read.event;
      case "unknown":
        return read.event;
      case "nothing":
        return "nothing";
      case "end":
        this.#end(opened);
        return "nothing";
      case "cut":
        throw this.#fail(opened, streamIncompleteError(this.#soFar(opened)));
      case "error":
        throw this.#fail(opened, (read.toError ?? streamError)({ ...this.#soFar(opened), error: read.error }));
      case "broken":
        throw this.#fail(opened, responseFormatError({ exchange: opened.exchange, what: read.what, text: event.data }));
    }
  }

  #fill(): Promise<StreamEnding | undefined> {
    if (this.#opened === undefined) return this.#begin();
    this.#opened.deadlines.onRead();
    return this.#opened.reader.fill();
  }

  /** Waits for the answer. */
  async #begin(): Promise<undefined> {
    try {
      await this.#opening;
    } catch (error) {
      this.#isOpen = false;
      this.#failure ??= error;
    }
  }

  /** The body has ended, and the stream had not. */
  #stop({ cause }: StreamEnding): void {
    const opened = this.#opened;
    // Another reader may have ended the stream in the meantime.
    if (opened === undefined || !this.#isOpen) return;
    throw this.#fail(
      opened,
      cause instanceof EventTooLarge
        ? responseFormatError({ exchange: opened.exchange, what: `with ${cause.message}`, text: "" })
        : streamIncompleteError({ ...this.#soFar(opened), cause }),
    );
  }

  #fail(opened: Opened, error: ModelAccessError | undefined): unknown {
    const { link, exchange, reader } = opened;
    const { signal } = link;
    const failure = signal.aborted ? abortError(exchange.operation, signal) : error;
    // What ended the call did not know what had come.
    if (signal.aborted) Object.defineProperty(failure, "partial", { value: this.#dialect.result() });
    this.#failure = failure;
    this.#close(opened);
    void reader.cancel();
    return failure;
  }

  /** The silent end: only `final()` tells of it. */
  #leave(): void {
    if (!this.#isOpen) return;
    const opened = this.#opened;
    if (opened === undefined) {
      this.#isOpen = false;
      this.#failure = new ModelAccessError("This stream was left before it began; read it to its end to get a reply");
      this.#leaveOpening?.();
      return;
    }
    this.#failure = streamIncompleteError({ ...this.#soFar(opened), what: "was left before the end of its stream" });
    this.#close(opened);
    // Not waited for: a body may never be done with its own end.
    void opened.reader.cancel();
  }

  #end(opened: Opened): void {
    this.#close(opened);
    opened.reader.finish();
  }

  #close({ link, deadlines }: Opened): void {
    this.#isOpen = false;
    link.release();
    deadlines.end();
  }

  #soFar({ exchange }: Opened): StreamFailure {
    return { exchange, partial: this.#dialect.result() };
  }
}

/** An answer may come all the same, of a fetch that does not know the signal. */
async function cancelAnswer({ exchange, link, deadlines }: Answer): Promise<void> {
  link.release();
  deadlines.end();
  await exchange.body.cancel();
}
