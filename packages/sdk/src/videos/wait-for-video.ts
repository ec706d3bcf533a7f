import { sleep } from "../deadlines/clock.js";
import type { Engine } from "../engine.js";
import { abortError } from "../errors/connection-failure.js";
import { checkNumber } from "../options/check-options.js";
import type { Video } from "../types.js";
import { VideoFailedError } from "./video-failed-error.js";

/** How to wait for a video. */
export interface WaitOptions {
  /** How long to wait before the second look, in milliseconds; half as long again before each further one. 2 000 by default. */
  intervalMs?: number | undefined;
  /** The longest wait between two looks. 15 000 by default, or `intervalMs` where that is longer. */
  maxIntervalMs?: number | undefined;
  /** Called after each look. */
  onProgress?: ((video: Video) => void) | undefined;
  /** Ends the wait with an `AbortError`; the video is made all the same. */
  signal?: AbortSignal | undefined;
}

interface WaitArguments extends WaitOptions {
  id: string;
  engine: Engine;
  look(): Promise<Video>;
}

const growth = 1.5;

/** Looks at a video until it is made. Throws a `VideoFailedError` when it can't be. A status of tomorrow ends the wait too. */
export async function waitForVideo({
  id,
  look,
  engine,
  signal,
  onProgress,
  intervalMs = 2_000,
  maxIntervalMs = Math.max(15_000, intervalMs),
}: WaitArguments): Promise<Video> {
  checkNumber("intervalMs", intervalMs, 1);
  checkNumber("maxIntervalMs", maxIntervalMs, 1);
  const link = engine.linkSignals(engine.signal, signal);
  try {
    for (let delayMs = Math.min(intervalMs, maxIntervalMs); ; delayMs = Math.min(delayMs * growth, maxIntervalMs)) {
      const video = await look();
      onProgress?.(video);
      if (video.status === "failed") throw new VideoFailedError(video);
      if (video.status !== "queued" && video.status !== "in_progress") return video;
      await sleep(engine.clock, delayMs, link.signal);
      if (link.signal.aborted) throw abortError(`The wait for the video ${id}`, link.signal);
    }
  } finally {
    link.release();
  }
}
