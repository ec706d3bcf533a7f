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
    setTimer(delayMs, callback) {
      const sleeper = {
        dueMs: nowMs + delayMs,
        wake() {
          sleepers.delete(sleeper);
          callback();
        },
      };
      sleepers.add(sleeper);
      return () => void sleepers.delete(sleeper);
    },
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

/** A clock on which each wait is over at once, and so much too late. */
export function createQuickClock(nowMs = 0, lateMs = 0): Clock & { readonly waits: number[] } {
  const waits: number[] = [];

  return {
    waits,
    now: () => nowMs,
    setTimer(delayMs, callback) {
      waits.push(delayMs);
      nowMs += delayMs + lateMs;
      queueMicrotask(callback);
      return () => undefined;
    },
  };
}
