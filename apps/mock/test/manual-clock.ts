import type { Clock } from "../src/clock.js";

/** A clock that stands still until it is told to go on. */
export interface ManualClock extends Clock {
  advance(ms: number): Promise<void>;
  /** The number of sleeping callers. */
  readonly sleepers: number;
}

export function createManualClock(nowMs = Date.UTC(2026, 0, 1)): ManualClock {
  const sleepers = new Set<{ dueMs: number; wake: () => void }>();

  return {
    now: () => nowMs,
    sleep: (delayMs, signal) =>
      new Promise((resolve, reject) => {
        const sleeper = {
          dueMs: nowMs + delayMs,
          wake() {
            sleepers.delete(sleeper);
            resolve();
          },
        };
        sleepers.add(sleeper);
        signal.addEventListener("abort", () => {
          sleepers.delete(sleeper);
          reject(signal.reason);
        });
      }),
    async advance(ms) {
      nowMs += ms;
      for (const sleeper of [...sleepers]) if (sleeper.dueMs <= nowMs) sleeper.wake();
      await new Promise((resolve) => setImmediate(resolve));
    },
    get sleepers() {
      return sleepers.size;
    },
  };
}
