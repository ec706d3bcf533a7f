import type { Clock } from "../clock.js";

export interface VirtualClock extends Clock {
  /** Moves it on; whoever sleeps until a time that has now come wakes at once. */
  advance(byMs: number): Promise<void>;
  /** Stops it. With a time, it stops there. */
  freeze(atMs?: number): Promise<void>;
  /** Lets it run again from where it stands. */
  run(): Promise<void>;
  /** Wakes those whose time has come by a change that was made elsewhere. */
  follow(): void;
  readonly isFrozen: boolean;
  /** Counts how often it was moved on, stopped or set. */
  readonly moves: number;
}

export interface ClockState {
  offsetMs: number;
  frozenMs?: number | undefined;
}

export interface ClockHolder {
  readonly state: ClockState;
  change(step: (state: ClockState, nowMs: number) => void): Promise<void>;
}

interface Sleeper {
  dueMs: number;
  wake: () => void;
  /** Ends the real wait; absent while the clock stands. */
  cancel: AbortController | undefined;
}

// Given, as an error with a stack would be made for each wait otherwise.
const reason = "The wait is over.";

/** The time of a clock when the one that it runs with shows `nowMs`. */
export const timeOf = ({ offsetMs, frozenMs }: ClockState, nowMs: number) => frozenMs ?? nowMs + offsetMs;

export function createVirtualClock(base: Clock, holder: ClockHolder = createHolder(base)): VirtualClock {
  let known = { ...holder.state };
  let moves = 0;
  const sleepers = new Set<Sleeper>();
  const now = () => timeOf(holder.state, base.now());

  return {
    now,
    get isFrozen() {
      return holder.state.frozenMs !== undefined;
    },
    get moves() {
      return moves;
    },
    advance: (byMs) =>
      change((state) => {
        if (state.frozenMs === undefined) state.offsetMs += byMs;
        else state.frozenMs += byMs;
      }),
    freeze: (atMs) =>
      change((state, nowMs) => {
        state.frozenMs = atMs ?? timeOf(state, nowMs);
      }),
    run: () =>
      change((state, nowMs) => {
        state.offsetMs = timeOf(state, nowMs) - nowMs;
        state.frozenMs = undefined;
      }),
    follow,
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

  async function change(step: (state: ClockState, nowMs: number) => void): Promise<void> {
    await holder.change(step);
    follow();
  }

  /** Waits again for what is left where the clock was moved, stopped or started. */
  function follow(): void {
    const { offsetMs, frozenMs } = holder.state;
    if (offsetMs === known.offsetMs && frozenMs === known.frozenMs) return;
    known = { offsetMs, frozenMs };
    moves += 1;
    for (const sleeper of [...sleepers].sort((a, b) => a.dueMs - b.dueMs)) {
      sleeper.cancel?.abort();
      sleeper.cancel = undefined;
      if (sleeper.dueMs <= now()) sleeper.wake();
      else arm(sleeper);
    }
  }

  function arm(sleeper: Sleeper): void {
    const { frozenMs } = holder.state;
    if (frozenMs !== undefined && sleeper.dueMs > frozenMs) return;
    const cancel = new AbortController();
    sleeper.cancel = cancel;
    base.sleep(Math.max(0, sleeper.dueMs - now()), cancel.signal).then(sleeper.wake, () => undefined);
  }
}

function createHolder(base: Clock): ClockHolder {
  const state: ClockState = { offsetMs: 0 };
  return { state, change: async (step) => step(state, base.now()) };
}
