import type { EventStream } from "../call.js";
import { ConnectionFault } from "../faults/connection-fault.js";
import { revocationFrame } from "../faults/error-event.js";
import type { StreamScript } from "../faults/stream-script.js";
import { createRandom } from "../random.js";
import type { LatencyValues } from "./latency.js";
import type { Scheduler } from "./scheduler.js";

export interface PaceOptions {
  latency: LatencyValues;
  scheduler: Scheduler;
  /** The time that the scheduler goes by. */
  now: () => number;
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

/** A comment comes whenever nothing else has come for so long, so that nobody on the way takes the stream for dead. */
const keepAliveMs = 15_000;

/**
 * Gives each frame of a stream when it is due. Due times are reckoned from the start of the stream, not from the frame
 * before, so that late timers don't add up; a frame that is late already comes at once. A key that is revoked ends the
 * stream with an error event.
 */
export function paced({ frames, ending }: StreamScript, options: PaceOptions): EventStream {
  return async function* (signal) {
    const { scheduler, now, dialect, latency, startMs } = options;
    const wait = scheduler.openWait(signal);
    let isRevoked = false;
    const stopWatching = options.onRevoked(() => {
      isRevoked = true;
      wait.wakeNow();
    });
    try {
      const nextGapMs = gaps(options);
      let lastMs = startMs;
      let dueMs = startMs + latency.firstMs;
      for (const [index, chunks] of frames.entries()) {
        for (let quietMs = lastMs + keepAliveMs; quietMs < dueMs; quietMs += keepAliveMs) {
          await wait.until(quietMs);
          if (isRevoked || signal.aborted || now() >= dueMs) break;
          yield ": keep-alive\n\n";
        }
        if (!isRevoked) await wait.until(dueMs);
        if (isRevoked) return yield* revocationFrame({ dialect, sent: frames.slice(0, index) });
        for (const chunk of chunks) {
          if (signal.aborted) return;
          yield chunk;
        }
        lastMs = dueMs;
        dueMs += nextGapMs();
      }
      if (ending === "stall") await wait.until(Number.POSITIVE_INFINITY);
      if (isRevoked) return yield* revocationFrame({ dialect, sent: frames });
      if (ending === "reset" || ending === "close") throw new ConnectionFault(ending);
    } finally {
      stopWatching();
    }
  };
}

function gaps({ latency: { gapMs, spread }, requestText, seed }: PaceOptions): () => number {
  if (spread === 0) return () => gapMs;
  const random = createRandom(requestText(), seed);
  return () => gapMs * (1 + spread * (2 * random() - 1));
}
