/** Time and chance, as a client needs them. A test gives its own, so that nothing waits. */
export interface Clock {
  /** Milliseconds of a clock that never jumps. */
  now(): number;
  /** Milliseconds since the epoch, to read a `Retry-After` that is a date. */
  date(): number;
  /**
   * Calls `run` once after so many milliseconds. Gives the function that takes this back. A watch, unlike a wait, must not
   * keep a program alive that has nothing else to do.
   */
  after(delayMs: number, run: () => void, kind?: "wait" | "watch"): () => void;
  /** A number from 0 up to, but not, 1. */
  random(): number;
}

// A longer one would fire at once.
const maxTimerMs = 0x7fff_ffff;

/** The clock of the platform. It looks its functions up at each call, so a test may replace them. */
export const systemClock: Clock = {
  now: () => performance.now(),
  date: () => Date.now(),
  after(delayMs, run, kind = "wait") {
    // Node's timers are objects and have it; those of browsers are numbers and keep nothing alive.
    const timer = setTimeout(run, Math.min(delayMs, maxTimerMs));
    if (kind === "watch") (timer as { unref?(): void }).unref?.();
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
};

/** Waits so long, or until the signal aborts. */
export function sleep(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const cancelTimer = clock.after(delayMs, wake);
    signal.addEventListener("abort", wake);
    function wake() {
      cancelTimer();
      signal.removeEventListener("abort", wake);
      resolve();
    }
  });
}
