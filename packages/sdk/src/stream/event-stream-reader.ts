import { createEventStreamDecoder, type ServerSentEvent } from "./event-stream-decoder.js";

/** Reads the events of a body as they come. */
export interface EventStreamReader {
  /** The next event that has come, if there is one. */
  take(): ServerSentEvent | undefined;
  /** Waits for more bytes once all events are taken; false at the end of the body. Throws what the connection died of, or `EventTooLarge`. */
  fill(): Promise<boolean>;
  /** Reads what may follow the end marker, so that the connection can be used again. */
  finish(): void;
  /** Ends the request. */
  cancel(): Promise<void>;
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
  let failure: unknown;
  let filling: Promise<boolean> | undefined;

  async function readPart(): Promise<boolean> {
    const part = await reader.read();
    filling = undefined;
    if (part.done) return false;
    events.length = 0;
    taken = 0;
    try {
      decoder.decode(part.value, events);
    } catch (error) {
      // The events before the broken one come first.
      failure = error;
    }
    return true;
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
      if (failure !== undefined) return Promise.reject(failure);
      // Two that wait share one read, or the second would see the end before the first has taken its events.
      filling ??= readPart();
      return filling;
    },
    finish: () => void drain(),
    cancel,
  };
}
