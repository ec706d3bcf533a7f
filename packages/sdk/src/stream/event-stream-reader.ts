import { createEventStreamDecoder, type ServerSentEvent } from "./event-stream-decoder.js";

interface ReaderOptions {
  maxEventBytes: number;
  /** Called when bytes have come. */
  onBytes(): void;
  /** Called at the end of the bytes: with the failure of the connection or `EventTooLarge`, or with nothing after a clean end. */
  onEnd(cause?: unknown): void;
}

// A server that keeps the connection open after the end marker is given up on after this time.
const maxDrainMs = 1000;

/** Reads the events of a body as they come, to its end or until it is cancelled. */
export function createEventStreamReader(
  body: ReadableStream<Uint8Array>,
  { maxEventBytes, onBytes, onEnd }: ReaderOptions,
) {
  const reader = body.getReader();
  const decoder = createEventStreamDecoder({ maxEventBytes });
  const events = createQueue<ServerSentEvent>();
  let broken: unknown;
  let filling: Promise<void> | undefined;

  // Plain callbacks: every event of a stream goes through here, and an async function costs more than all it does.
  function accept(part: ReadableStreamReadResult<Uint8Array>): void {
    filling = undefined;
    if (part.done) {
      onEnd();
      return;
    }
    onBytes();
    try {
      decoder.decode(part.value, events);
    } catch (cause) {
      // The events before the broken one come first.
      broken = cause;
    }
  }

  function fail(cause: unknown): void {
    filling = undefined;
    onEnd(cause);
  }

  async function drain(): Promise<void> {
    const timer = setTimeout(cancel, maxDrainMs);
    try {
      while (!(await reader.read()).done);
    } catch {
      // The reply is whole, so what becomes of the connection is nobody's concern.
    }
    clearTimeout(timer);
  }

  async function cancel(): Promise<void> {
    // A body that has failed already refuses to be cancelled.
    await reader.cancel().catch(() => {});
  }

  return {
    shift: events.shift,
    /** Waits for more bytes once all events are taken, or for `onEnd`; never rejects. */
    fill(): Promise<void> {
      // Two that wait share one read, or the second would see the end before the first has taken its events.
      filling ??= broken === undefined ? reader.read().then(accept, fail) : Promise.reject(broken).catch(fail);
      return filling;
    },
    /** Reads the bytes after the end marker, so that the connection can be used again. */
    finish: () => void drain(),
    cancel,
  };
}

/** Makes a queue in which no value is ever moved, as it would be in a long list that is shifted. */
export function createQueue<Value>() {
  let values: Value[] = [];
  let taken = 0;

  return {
    push: (value: Value) => void values.push(value),
    shift(): Value | undefined {
      if (taken < values.length) return values[taken++];
      if (taken > 0) values = [];
      taken = 0;
      return undefined;
    },
  };
}
