import type { Clock } from "@model-access/sdk";

/** A clock that stands until it is moved, so that a deadline passes when the test says so. */
export interface HandClock extends Clock {
  /** Lets so much time pass, and runs what is due by then. */
  advance(ms: number): void;
}

/** Makes a clock that starts at 0. Chance is always 0.5. */
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
