import type { EventStream } from "../call.js";
import { ConnectionFault } from "../faults/connection-fault.js";
import { errorFrame } from "../faults/error-event.js";
import type { Frame, StreamScript } from "../faults/stream-script.js";
import { Refusal } from "../refusal.js";
import type { LatencyValues } from "./latency.js";
import type { Scheduler } from "./scheduler.js";
import { createNumbers } from "./spread.js";

export interface PaceOptions {
  latency: LatencyValues;
  scheduler: Scheduler;
  /** When the request came; due times are reckoned from it. */
  startMs: number;
  /** The request as text, which with the seed decides how gaps differ. */
  requestText: () => string;
  seed: number;
  /** The dialect of the stream, for the error that ends it when its key is revoked. */
  dialect: string;
  /** Calls the listener when the key of the stream stops working; returns what ends that. */
  onRevoked(listener: () => void): () => void;
}

/**
 * Gives each frame of a stream when it is due. Due times are reckoned from the start of the stream, not from the frame
 * before, so that late timers don't add up; a frame that is late already comes at once. A key that is revoked ends the
 * stream with an error event.
 */
export function paced({ frames, ending }: StreamScript, options: PaceOptions): EventStream {
  return async function* (signal) {
    const { scheduler, dialect, latency, startMs } = options;
    const wait = scheduler.openWait(signal);
    let isRevoked = false;
    const stopWatching = options.onRevoked(() => {
      isRevoked = true;
      wait.wakeNow();
    });
    try {
      const nextGapMs = gaps(options);
      let dueMs = startMs + latency.firstMs;
      for (const [index, chunks] of frames.entries()) {
        await wait.until(dueMs);
        if (isRevoked) return yield* revocation(frames.slice(0, index), dialect);
        for (const chunk of chunks) {
          if (signal.aborted) return;
          yield chunk;
        }
        dueMs += nextGapMs();
      }
      if (ending === "stall") await wait.until(Number.POSITIVE_INFINITY);
      if (isRevoked) return yield* revocation(frames, dialect);
      if (ending === "reset" || ending === "close") throw new ConnectionFault(ending);
    } finally {
      stopWatching();
    }
  };
}

function revocation(sent: Frame[], dialect: string): Frame {
  return errorFrame(new Refusal("invalid_api_key", "The API key is revoked."), { dialect, sent, name: "error" });
}

function gaps({ latency: { gapMs, spread }, requestText, seed }: PaceOptions): () => number {
  if (spread === 0) return () => gapMs;
  const next = createNumbers(requestText(), seed);
  return () => gapMs * (1 + spread * (2 * next() - 1));
}
