import type { EventStream } from "../call.js";
import { ConnectionFault } from "../faults/connection-fault.js";
import type { StreamScript } from "../faults/stream-script.js";
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
}

/**
 * Gives each frame of a stream when it is due. Due times are reckoned from the start of the stream, not from the frame
 * before, so that late timers don't add up; a frame that is late already comes at once.
 */
export function paced({ frames, ending }: StreamScript, options: PaceOptions): EventStream {
  return async function* (signal) {
    const wait = options.scheduler.openWait(signal);
    const nextGapMs = gaps(options);
    let dueMs = options.startMs + options.latency.firstMs;
    for (const chunks of frames) {
      await wait(dueMs);
      for (const chunk of chunks) {
        if (signal.aborted) return;
        yield chunk;
      }
      dueMs += nextGapMs();
    }
    if (ending === "stall") await untilAborted(signal);
    if (ending === "reset" || ending === "close") throw new ConnectionFault(ending);
  };
}

function gaps({ latency: { gapMs, spread }, requestText, seed }: PaceOptions): () => number {
  if (spread === 0) return () => gapMs;
  const next = createNumbers(requestText(), seed);
  return () => gapMs * (1 + spread * (2 * next() - 1));
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve());
  });
}
