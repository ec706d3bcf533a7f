/// <reference lib="esnext.disposable" preserve="true" />
import type { Call, Ending } from "../call/call.js";
import { usageOf } from "../call/call-end.js";
import { abortError, reasonOf } from "../errors/connection-failure.js";
import { ModelAccessError } from "../errors/model-access-error.js";
import { responseFormatError } from "../errors/response-format-error.js";
import { streamError, streamIncompleteError } from "../errors/stream-failure.js";
import { StreamIncompleteError } from "../errors/stream-error.js";
import type { Dialect, ReadEvent } from "./dialect.js";
import { EventTooLarge, type ServerSentEvent } from "./event-stream-decoder.js";
import { createEventStreamReader, type EventStreamReader } from "./event-stream-reader.js";
import { createQueue } from "./queue.js";
import { webStreamOf } from "./web-stream.js";

/**
 * A streamed reply. It ends without an error only where its interface ends a stream: an error event throws
 * `StreamError`, a connection that ends earlier `StreamIncompleteError` with what had come, an abort `AbortError`.
 * Leaving the loop cancels the request. Events that this version does not know are passed on as they came.
 */
export class ModelStream<Event extends object, Final> implements AsyncIterable<Event>, AsyncDisposable {
  readonly #dialect: Dialect<Event, Final>;
  readonly #call: Call;
  /** Done when the answer has come and was taken over. */
  readonly #opening: Promise<void> | undefined;
  /** Absent as long as the answer has not come. */
  #reader: EventStreamReader | undefined;
  /** Events that `final()` has read before the loop. */
  readonly #waiting = createQueue<Event>();
  #hasLoop = false;
  #isRead = false;
  #isOpen = true;
  #failure: unknown;

  /** @internal A call that is still to be answered is waited for by the first reader, who gets its failure too. */
  constructor(call: Call, dialect: Dialect<Event, Final>, opening?: Promise<unknown>) {
    this.#call = call;
    this.#dialect = dialect;
    if (opening === undefined) {
      this.#open();
    } else {
      this.#opening = opening.then(() => (this.#isOpen ? this.#open() : this.#cancelAnswer()));
      // Its failure is for whoever reads.
      this.#opening.catch(() => {});
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
          if (value === undefined) await this.#fill();
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
      if (event === undefined) await this.#fill();
      else if (event !== "nothing" && this.#hasLoop) this.#waiting.push(event);
    }
    const reply = this.#dialect.result();
    if (reply !== undefined) return reply;
    throw responseFormatError(this.#call, { what: "with a stream that has no chunk" });
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

  #open(): void {
    const { body, client, deadlines } = this.#call;
    const { maxEventBytes } = client;
    const reader = createEventStreamReader(body, { maxEventBytes, onEnd: (cause) => this.#stop(cause) });
    // For a body that does not know the signal.
    this.#call.onAbort(() => void reader.cancel());
    deadlines.countWhile(reader.isFilling);
    this.#reader = reader;
  }

  /** An answer may come after the stream was left, of a fetch that does not know the signal. */
  async #cancelAnswer(): Promise<void> {
    this.#call.stop();
    await this.#call.body.cancel();
  }

  /** The next event for the caller, or "nothing" for one that is not or that ends the stream; absent when none has come. */
  #readEvent(): Event | "nothing" | undefined {
    const event = this.#reader?.take();
    if (event === undefined) return undefined;
    if (this.#call.signal.aborted) {
      this.#fail();
      return "nothing";
    }

    const read = this.#read(event);
    switch (read.kind) {
      case "event":
        if (read.isLast) this.#end();
        else if (this.#dialect.hasContent(read.event)) this.#call.noteContent();
        return read.event;
      case "unknown":
        return read.event;
      case "end":
        this.#end();
        break;
      case "cut":
        this.#stop();
        break;
      case "error":
        this.#fail((read.toError ?? streamError)(this.#call, { partial: this.#partial(), error: read.error }));
        break;
      case "broken":
        this.#fail(this.#formatError(read.what, event.data));
    }
    return "nothing";
  }

  /** Reads an event and adds it up. What no dialect is prepared for ends the stream like any other broken event. */
  #read(event: ServerSentEvent): ReadEvent<Event> {
    try {
      const read = this.#dialect.read(event);
      if (read.kind === "event") this.#dialect.add(read.event);
      return read;
    } catch (cause) {
      return { kind: "broken", what: `with an event that can't be read (${reasonOf(cause)})` };
    }
  }

  #fill(): Promise<void> {
    if (this.#reader === undefined) return this.#begin();
    this.#call.deadlines.onRead();
    return this.#reader.fill();
  }

  /** Waits for the answer. */
  async #begin(): Promise<void> {
    try {
      await this.#opening;
    } catch (error) {
      this.#isOpen = false;
      this.#failure ??= error;
    }
  }

  /** The body has ended, and the stream had not. */
  #stop(cause?: unknown): void {
    // Another reader may have ended the stream in the meantime.
    if (!this.#isOpen) return;
    this.#fail(
      cause instanceof EventTooLarge
        ? this.#formatError(`with ${cause.message}`)
        : streamIncompleteError(this.#call, { partial: this.#partial(), cause }),
    );
  }

  /** Ends the stream with an error, which whoever reads on is thrown. A signal comes before whatever else went wrong. */
  #fail(error?: ModelAccessError): void {
    const call = this.#call;
    const { aborted } = call.signal;
    const failure = aborted ? abortError(call) : error;
    // What ended the call did not know what had come.
    if (aborted) Object.defineProperty(failure, "partial", { value: this.#partial(), configurable: true });
    this.#failure = failure;
    this.#close({ error: failure, outcome: failure instanceof StreamIncompleteError ? "truncated" : undefined });
    void this.#reader?.cancel();
  }

  /** The silent end: only `final()` tells of it. */
  #leave(): void {
    if (!this.#isOpen) return;
    const reader = this.#reader;
    this.#failure =
      reader === undefined
        ? new ModelAccessError("This stream was left before it began; read it to its end to get a reply")
        : streamIncompleteError(this.#call, {
            partial: this.#partial(),
            what: "was left before the end of its stream",
          });
    this.#close({ outcome: "cancelled" });
    if (reader === undefined) this.#call.abort(undefined);
    // Not waited for: a body may never be done with its own end.
    else void reader.cancel();
  }

  #end(): void {
    this.#close({ outcome: "complete" });
    this.#reader?.finish();
  }

  #close(ending: Omit<Ending, "usage">): void {
    this.#isOpen = false;
    this.#call.end({ ...ending, usage: () => usageOf(this.#partial()) });
  }

  #formatError(what: string, text?: string): ModelAccessError {
    return responseFormatError(this.#call, { what, text, partial: this.#partial() });
  }

  /** What has come so far. It goes with a failure and must not fail in its turn. */
  #partial(): Final | undefined {
    try {
      return this.#dialect.result();
    } catch {
      return undefined;
    }
  }
}
