import { createEventStreamDecoder, type ServerSentEvent } from "./event-stream-decoder.js";

/** Reads the events of a body as they come. */
export interface EventStreamReader {
  /** The next event that has come, if there is one. */
  take(): ServerSentEvent | undefined;
  /** Waits for more bytes once all events are taken. Gives the ending when there are no more; never rejects. */
  fill(): Promise<StreamEnding | undefined>;
  /** Whether somebody waits for more bytes. */
  isFilling(): boolean;
  /** Reads what may follow the end marker, so that the connection can be used again. */
  finish(): void;
  /** Ends the request. */
  cancel(): Promise<void>;
}

/** How a body ended. */
export interface StreamEnding {
  /** What the connection died of, or `EventTooLarge`; absent where it ended cleanly. */
  cause?: unknown;
}

// A server that keeps the connection open after the end marker is given up on after this time.
const maxDrainMs = 1000;

/** Takes the body over; one reader reads it to its end or cancels it. */
export function createEventStreamReader(
  body: ReadableStream<Uint8Array>,
  limits: { maxEventBytes: number },
): EventStreamReader {
  const reader = body.getReader();
  const decoder = createEventStreamDecoder(limits);
  const events: ServerSentEvent[] = [];
  let taken = 0;
  let ending: StreamEnding | undefined;
  let filling: Promise<StreamEnding | undefined> | undefined;

  // Plain callbacks: every event of a stream goes through here, and an async function costs more than all it does.
  function accept(part: ReadableStreamReadResult<Uint8Array>): StreamEnding | undefined {
    filling = undefined;
    if (part.done) return {};
    events.length = 0;
    taken = 0;
    try {
      decoder.decode(part.value, events);
    } catch (cause) {
      // The events before the broken one come first.
      ending = { cause };
    }
    return undefined;
  }

  function fail(cause: unknown): StreamEnding {
    filling = undefined;
    return { cause };
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
    take: () => (taken < events.length ? events[taken++] : undefined),
    fill() {
      if (ending !== undefined) return Promise.resolve(ending);
      // Two that wait share one read, or the second would see the end before the first has taken its events.
      filling ??= reader.read().then(accept, fail);
      return filling;
    },
    isFilling: () => filling !== undefined,
    finish: () => void drain(),
    cancel,
  };
}
