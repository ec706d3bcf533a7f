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
  // The global timer, looked up at each call, because that is the one that every library for fake timers replaces.
  sleep: (delayMs, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const abort = () => {
        clearTimeout(timer);
        reject(signal.reason);
      };
      const timer = setTimeout(() => {
        signal.removeEventListener("abort", abort);
        resolve();
      }, delayMs);
      signal.addEventListener("abort", abort, { once: true });
    }),
};
