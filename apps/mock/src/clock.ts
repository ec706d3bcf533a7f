/** The time the mock lives in. */
export interface Clock {
  /** Milliseconds since 1970; never goes back. */
  now(): number;
  /** Calls back after so many milliseconds. Returns what cancels that. */
  setTimer(delayMs: number, callback: () => void): () => void;
}

// Read once, as it never changes, and each request asks for the time several times.
const { timeOrigin } = performance;

export const systemClock: Clock = {
  now: () => timeOrigin + performance.now(),
  // The global timer, looked up at each call, because that is the one that every library for fake timers replaces.
  setTimer(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};
