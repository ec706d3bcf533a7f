import type { Clock } from "@model-access/sdk";

/** A manual clock, so that a deadline passes when the test says so. */
export interface HandClock extends Clock {
  /** Advances the time, and runs the timers that are due. */
  advance(ms: number): void;
}

/** Creates a clock that starts at 0. `random` is always 0.5. */
export function createHandClock(): HandClock {
  let nowMs = 0;
  const timers = new Set<{ dueMs: number; run: () => void }>();

  return {
    now: () => nowMs,
    date: () => nowMs,
    random: () => 0.5,
    after(delayMs, run) {
      const timer = { dueMs: nowMs + delayMs, run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    advance(ms) {
      nowMs += ms;
      for (const timer of timers) {
        if (timer.dueMs > nowMs) continue;
        timers.delete(timer);
        timer.run();
      }
    },
  };
}
