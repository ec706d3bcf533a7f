import type { Clock } from "../clock.js";
import type { Promisable } from "../store/store.js";

/** A clock that runs with another one, and can be moved on, stopped and set. */
export interface VirtualClock extends Clock {
  /** Moves it on; whoever sleeps until a time that has now come wakes at once. */
  advance(byMs: number): Promisable<void>;
  /** Stops it. With a time, it stops there. */
  freeze(atMs?: number): Promisable<void>;
  /** Lets it run again from where it stands. */
  run(): Promisable<void>;
  readonly isFrozen: boolean;
  /** Counts how often it was moved on, stopped or set. */
  readonly moves: number;
}

/** The distance of a clock from the one that it runs with, and its time if it is stopped. */
export interface ClockState {
  offsetMs: number;
  frozenMs: number | undefined;
}

/** A clock in the memory of this process. */
export interface LocalClock extends VirtualClock {
  /** Takes over how another clock goes. */
  follow(state: ClockState): void;
}

interface Sleeper {
  dueMs: number;
  wake: () => void;
  /** Ends the real wait; absent while the clock stands. */
  cancel: AbortController | undefined;
}

// Given, as an error with a stack would be made for each wait otherwise.
const reason = "The wait is over.";

export function createVirtualClock(base: Clock): LocalClock {
  let offsetMs = 0;
  let frozenMs: number | undefined;
  let moves = 0;
  const sleepers = new Set<Sleeper>();
  const now = () => frozenMs ?? base.now() + offsetMs;

  return {
    now,
    get isFrozen() {
      return frozenMs !== undefined;
    },
    get moves() {
      return moves;
    },
    advance(byMs) {
      if (frozenMs === undefined) offsetMs += byMs;
      else frozenMs += byMs;
      rearm();
    },
    freeze(atMs = now()) {
      frozenMs = atMs;
      rearm();
    },
    run() {
      if (frozenMs === undefined) return;
      offsetMs = frozenMs - base.now();
      frozenMs = undefined;
      rearm();
    },
    follow(state) {
      if (offsetMs === state.offsetMs && frozenMs === state.frozenMs) return;
      ({ offsetMs, frozenMs } = state);
      rearm();
    },
    sleep(delayMs, signal) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        const sleeper: Sleeper = { dueMs: now() + delayMs, wake: () => end(resolve), cancel: undefined };
        const abort = () => end(() => reject(signal.reason));
        function end(settle: () => void) {
          sleepers.delete(sleeper);
          sleeper.cancel?.abort(reason);
          signal.removeEventListener("abort", abort);
          settle();
        }
        signal.addEventListener("abort", abort);
        sleepers.add(sleeper);
        arm(sleeper);
      });
    },
  };

  /** Waits again for what is left, because the clock was moved, stopped or started. */
  function rearm(): void {
    moves += 1;
    for (const sleeper of [...sleepers].sort((a, b) => a.dueMs - b.dueMs)) {
      sleeper.cancel?.abort();
      sleeper.cancel = undefined;
      if (sleeper.dueMs <= now()) sleeper.wake();
      else arm(sleeper);
    }
  }

  function arm(sleeper: Sleeper): void {
    if (frozenMs !== undefined && sleeper.dueMs > frozenMs) return;
    const cancel = new AbortController();
    sleeper.cancel = cancel;
    base.sleep(Math.max(0, sleeper.dueMs - now()), cancel.signal).then(sleeper.wake, () => undefined);
  }
}
