import type { Call, Ending } from "../call/call.js";
import { readUsage } from "../call/call-end.js";
import { responseFormatError, streamError, streamIncompleteError } from "../errors/call-error.js";
import { abortError, describeCause } from "../errors/connection-failure.js";
import { ModelAccessError, StreamIncompleteError } from "../errors/model-access-error.js";
import type { Dialect, ReadEvent } from "./dialect.js";
import { EventTooLarge, type ServerSentEvent } from "./event-stream-decoder.js";
import { createEventStreamReader, createQueue } from "./event-stream-reader.js";

/** @internal */
export type StreamReader<Event extends object, Final> = ReturnType<typeof createStreamReader<Event, Final>>;

/** Takes over a call that is open, or will be after `opening`, whose failure the first reader gets. */
export function createStreamReader<Event extends object, Final>(
  call: Call,
  dialect: Dialect<Event, Final>,
  opening: Promise<unknown> = Promise.resolve(),
) {
  /** Absent as long as the answer has not come. */
  let reader: ReturnType<typeof createEventStreamReader> | undefined;
  /** Events that `final()` has read before the loop. */
  const waiting = createQueue<Event>();
  /** The promise of the whole reply. Beside a loop, which throws the same failure, nobody has to wait for it. */
  let whole: Promise<unknown> | undefined;
  let hasLoop = false;
  let hasLeft = false;
  let isRead = false;
  let isOpen = true;
  let failure: unknown;
  const opened = opening.then(open);
  opened.catch(() => {});

  async function open(): Promise<void> {
    const { body, client, deadlines } = call;
    // The stream was left, and its fetch did not know the signal.
    if (!isOpen) return body.cancel();
    reader = createEventStreamReader(body, {
      maxEventBytes: client.maxEventBytes,
      onBytes: deadlines.pause,
      onEnd: stop,
    });
    deadlines.pause();
    // Also for a body that does not know the signal, and where nobody reads.
    call.onAbort(() => isOpen && fail());
  }

  function events(): AsyncIterableIterator<Event> {
    if (isRead) throw new ModelAccessError("This stream was already read; final() gives its whole reply");
    isRead = true;
    hasLoop = true;
    whole?.catch(() => {});
    return {
      next,
      async return() {
        hasLeft = true;
        leave();
        return { done: true, value: undefined };
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }

  async function next(): Promise<IteratorResult<Event>> {
    for (;;) {
      const queued = waiting.shift();
      if (queued !== undefined) return { done: false, value: queued };
      if (hasLeft || !hasMore()) return { done: true, value: undefined };
      const value = readEvent();
      if (typeof value === "object") return { done: false, value };
      if (value === undefined) await fill();
    }
  }

  function besideLoop<Whole>(promise: Promise<Whole>): Promise<Whole> {
    whole = promise;
    if (hasLoop) promise.catch(() => {});
    return promise;
  }

  async function readRest(): Promise<Final> {
    while (hasMore()) {
      const event = readEvent();
      if (event === undefined) await fill();
      else if (hasLoop && event !== "nothing") waiting.push(event);
      // A loop can start as long as nothing has passed it.
      else isRead = true;
    }
    const reply = dialect.result();
    if (reply !== undefined) return reply;
    throw responseFormatError(call, { what: "with a stream that has no chunk" });
  }

  function hasMore(): boolean {
    if (failure !== undefined) throw failure;
    return isOpen;
  }

  /** Returns the next event, "nothing" for one that is none of the caller's, or undefined if none has come. */
  function readEvent(): Event | "nothing" | undefined {
    const event = reader?.shift();
    if (event === undefined) return undefined;
    const read = judge(event);
    switch (read.kind) {
      case "event":
        if (read.isLast) end();
        else if (dialect.hasContent(read.event)) call.noteContent();
        return read.event;
      case "unknown":
        return read.event;
      case "end":
        end();
        break;
      case "cut":
        stop();
        break;
      case "error":
        fail((read.toError ?? streamError)(call, { partial: partial(), error: read.error }));
        break;
      case "broken":
        fail(responseFormatError(call, { what: read.what, text: event.data, partial: partial() }));
    }
    return "nothing";
  }

  /** Reads an event and adds it up. What no dialect is prepared for ends the stream like any other broken event. */
  function judge(event: ServerSentEvent): ReadEvent<Event> {
    try {
      const read = dialect.read(event);
      if (read.kind === "event") dialect.add(read.event);
      return read;
    } catch (cause) {
      return { kind: "broken", what: `with an event that can't be read (${describeCause(cause)})` };
    }
  }

  /** Waits for the answer, or for more of it. */
  function fill(): Promise<void> {
    if (reader === undefined) {
      return opened.catch((error) => {
        isOpen = false;
        failure ??= error;
      });
    }
    call.deadlines.resume();
    return reader.fill();
  }

  /** The body has ended, and the stream had not. */
  function stop(cause?: unknown): void {
    // Another reader may have ended the stream in the meantime.
    if (!isOpen) return;
    fail(
      cause instanceof EventTooLarge
        ? responseFormatError(call, { what: `with ${cause.message}`, partial: partial() })
        : streamIncompleteError(call, { partial: partial(), cause }),
    );
  }

  /** Ends the stream with an error, that of the signal first; every later read throws it. */
  function fail(error?: ModelAccessError): void {
    const { aborted } = call.signal;
    failure = aborted ? abortError(call) : error;
    // What ended the call did not know what had come.
    if (aborted) Object.defineProperty(failure, "partial", { value: partial(), configurable: true });
    close({ error: failure, outcome: failure instanceof StreamIncompleteError ? "truncated" : undefined });
    void reader?.cancel();
  }

  /** Ends silently: only `final()` reports it. */
  function leave(): void {
    if (!isOpen) return;
    failure =
      reader === undefined
        ? new ModelAccessError("This stream was left before it started")
        : streamIncompleteError(call, { partial: partial(), what: "was left before the end of its stream" });
    close({ outcome: "cancelled" });
    if (reader === undefined) call.abort(undefined);
    // Not waited for: a body may never be done with its own end.
    else void reader.cancel();
  }

  function end(): void {
    close({ outcome: "complete" });
    reader?.finish();
  }

  function close(ending: Ending): void {
    isOpen = false;
    call.end({ ...ending, usage: () => readUsage(partial()) });
  }

  /** Returns the reply so far. It goes with a failure and must not fail itself. */
  function partial(): Final | undefined {
    try {
      return dialect.result();
    } catch {
      return undefined;
    }
  }

  return {
    events,
    final: () => besideLoop(readRest()),
    text: () => besideLoop(readRest().then(dialect.readText)),
    leave,
  };
}
