import type { Clock } from "./clock.js";

/** Something that has to happen by a time, which may move. */
export interface Due {
  dueMs: number;
  /** Called once when the time has come. */
  expire(): void;
}

/** One timer for all calls of a client, however many streams are open. */
export interface DeadlineClock {
  now(): number;
  /** Watches this from now on; to be called again when its time became an earlier one. */
  watch(due: Due, nowMs: number): void;
  /** Forgets it. A clock that watches nothing has no timer, so it keeps no process alive. */
  forget(due: Due): void;
}

/** Watches deadlines. Those that only move forward, event by event, cost no timer: it looks again when it fires. */
export function createDeadlineClock(clock: Clock): DeadlineClock {
  const watched = new Set<Due>();
  let cancelTimer: (() => void) | undefined;
  let timerMs = Infinity;

  function setTimer(dueMs: number, nowMs: number): void {
    cancelTimer?.();
    timerMs = dueMs;
    cancelTimer = dueMs === Infinity ? undefined : clock.after(Math.max(0, dueMs - nowMs), check, "watch");
  }

  function check(): void {
    const nowMs = clock.now();
    let nextMs = Infinity;
    for (const due of watched) {
      if (due.dueMs > nowMs) {
        nextMs = Math.min(nextMs, due.dueMs);
      } else {
        watched.delete(due);
        due.expire();
      }
    }
    setTimer(nextMs, nowMs);
  }

  function forget(due: Due): void {
    if (watched.delete(due) && watched.size === 0) setTimer(Infinity, 0);
  }

  return {
    now: () => clock.now(),
    watch(due, nowMs) {
      // What is never due is not kept, so that a stream that was dropped unread can be collected.
      if (due.dueMs === Infinity) return forget(due);
      watched.add(due);
      if (due.dueMs < timerMs) setTimer(due.dueMs, nowMs);
    },
    forget,
  };
}
