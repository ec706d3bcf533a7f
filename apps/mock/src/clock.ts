import { setTimeout as sleep } from "node:timers/promises";

/** The time the mock lives in. */
export interface Clock {
  /** Milliseconds since 1970; never goes back. */
  now(): number;
  /** Resolves after so many milliseconds; rejects when the signal aborts. */
  sleep(delayMs: number, signal: AbortSignal): Promise<void>;
}

// Read once, as it never changes, and each request asks for the time several times.
const { timeOrigin } = performance;

export const systemClock: Clock = {
  now: () => timeOrigin + performance.now(),
  sleep: (delayMs, signal) => sleep(delayMs, undefined, { signal }),
};
