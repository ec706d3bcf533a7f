import { type Clock, systemClock } from "../deadlines/clock.js";
import { OptionError } from "../errors/model-access-error.js";
import type { Middleware } from "../transport/middleware.js";

/** How fast calls may be made. */
export interface PacerOptions {
  /** 500 by default, which is what the service allows a key (R8.1). Share it out where several processes use one key. */
  requestsPerMinute?: number | undefined;
  /** Time, for tests. */
  clock?: Pick<Clock, "now" | "after"> | undefined;
}

const minuteMs = 60_000;

/**
 * Makes a middleware that lets no more than so many attempts go in any minute, and the rest wait their turn in order or
 * until they are aborted. It counts the attempts of this process and of the clients it was given to; it knows nothing of others that use the key.
 *
 * @example
 * const client = new ModelAccess({ middleware: [createPacer()] });
 */
export function createPacer({ requestsPerMinute = 500, clock = systemClock }: PacerOptions = {}): Middleware {
  if (!Number.isSafeInteger(requestsPerMinute) || requestsPerMinute < 1) {
    throw new OptionError(
      "requestsPerMinute",
      "requestsPerMinute is not a whole number above 0; write it like requestsPerMinute: 500.",
    );
  }
  // When the latest attempts went, each in place of the one that went so many attempts before it.
  const sentMs: number[] = [];
  let next = 0;
  const waiting = new Set<() => void>();
  let isTimed = false;

  function letGo(): void {
    for (const go of waiting) {
      const nowMs = clock.now();
      const delayMs = (sentMs[next] ?? Number.NEGATIVE_INFINITY) + minuteMs - nowMs;
      if (delayMs > 0) {
        wakeAfter(delayMs);
        return;
      }
      sentMs[next] = nowMs;
      next = (next + 1) % requestsPerMinute;
      go();
    }
  }

  function wakeAfter(delayMs: number): void {
    if (isTimed) return;
    isTimed = true;
    clock.after(delayMs, () => {
      isTimed = false;
      letGo();
    });
  }

  return async ({ signal }, send) => {
    await new Promise<void>((resolve) => {
      const go = () => {
        waiting.delete(go);
        signal?.removeEventListener("abort", go);
        resolve();
      };
      waiting.add(go);
      signal?.addEventListener("abort", go);
      if (signal?.aborted) go();
      letGo();
    });
    // One that was aborted meanwhile took no turn, and is not sent.
    await send();
  };
}
