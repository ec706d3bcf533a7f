import type { Clock } from "../clock.js";

export interface VirtualClock extends Clock {
  /** Moves it on; timers whose time has now come fire at once. */
  advance(byMs: number): Promise<void>;
  /** Stops it. With a time, it stops there. */
  freeze(atMs?: number): Promise<void>;
  /** Lets it run again from where it stands. */
  run(): Promise<void>;
  /** Fires the timers whose time has come by a change that was made elsewhere. */
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

interface Timer {
  dueMs: number;
  fire: () => void;
  /** Cancels the timer of the clock below; absent while the clock stands. */
  cancel: (() => void) | undefined;
}

/** The time of a clock when the one that it runs with shows `nowMs`. */
export const timeOf = ({ offsetMs, frozenMs }: ClockState, nowMs: number) => frozenMs ?? nowMs + offsetMs;

export function createVirtualClock(base: Clock, holder: ClockHolder = createHolder(base)): VirtualClock {
  let known = { ...holder.state };
  let moves = 0;
  const timers = new Set<Timer>();
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
    setTimer(delayMs, callback) {
      const timer: Timer = { dueMs: now() + delayMs, fire, cancel: undefined };
      timers.add(timer);
      arm(timer);
      return () => {
        timers.delete(timer);
        timer.cancel?.();
      };

      function fire() {
        timers.delete(timer);
        callback();
      }
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
    for (const timer of [...timers].sort((a, b) => a.dueMs - b.dueMs)) {
      timer.cancel?.();
      timer.cancel = undefined;
      if (timer.dueMs <= now()) timer.fire();
      else arm(timer);
    }
  }

  function arm(timer: Timer): void {
    const { frozenMs } = holder.state;
    if (frozenMs !== undefined && timer.dueMs > frozenMs) return;
    timer.cancel = base.setTimer(Math.max(0, timer.dueMs - now()), timer.fire);
  }
}

function createHolder(base: Clock): ClockHolder {
  const state: ClockState = { offsetMs: 0 };
  return { state, change: async (step) => step(state, base.now()) };
}
