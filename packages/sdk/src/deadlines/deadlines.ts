import type { Call } from "../call/call.js";
import { timeoutError } from "../errors/call-error.js";

/** The deadline of a call that passed. */
export type DeadlinePhase = "headers" | "firstContent" | "betweenContents" | "total";

/** The time limits of a call, in milliseconds. `Infinity` switches a deadline off. */
export interface Timeouts {
  /**
   * From sending an attempt to the headers of its answer. Five minutes by default: a whole reply is sent when it is
   * written.
   */
  headers?: number | undefined;
  /** From the headers to the first content of a stream, or to the end of a whole reply. Five minutes by default. */
  firstContent?: number | undefined;
  /**
   * From one content of a stream to the next; comments, pings and empty deltas are none, and it counts only while you
   * read. Two minutes by default.
   */
  betweenContents?: number | undefined;
  /** From the start of the call to its end, retries and stream included. Off by default. */
  total?: number | undefined;
}

type Phase = Exclude<DeadlinePhase, "total">;

export type ResolvedTimeouts = Record<DeadlinePhase, number>;

export type Deadlines = ReturnType<typeof createDeadlines>;

/**
 * Watches the deadlines of a call that begins, and aborts it with a `TimeoutError` when one passes. Each call has a timer of its own: on Workers
 * a timer dies with the request that set it. A deadline that only moves forward, event by event, sets no other: the timer
 * looks again when it fires.
 */
export function createDeadlines(call: Call) {
  const { clock } = call.client;
  const { timeouts } = call.settings();
  // Counted from here, whenever a call enters that phase.
  const totalDueMs = clock.now() + timeouts.total;
  /** The phase that `dueMs` is of. */
  let phase: DeadlinePhase = "total";
  let dueMs = Infinity;
  // Since when nobody has waited for the service.
  let pausedMs: number | undefined;
  let timerMs = Infinity;
  let cancelTimer: (() => void) | undefined;
  let isOver = false;

  /** Sets the timer for the next deadline. A phase has none while it is paused, so a stream that was dropped is not kept. */
  function watch(nowMs: number): void {
    const nextMs = Math.min(pausedMs === undefined ? dueMs : Infinity, totalDueMs);
    if (nextMs >= timerMs) return;
    cancelTimer?.();
    timerMs = nextMs;
    cancelTimer = clock.after(nextMs - nowMs, look, "watch");
  }

  function look(): void {
    timerMs = Infinity;
    const nowMs = clock.now();
    const isPhaseOver = pausedMs === undefined && dueMs <= nowMs;
    if (!isPhaseOver && totalDueMs > nowMs) {
      watch(nowMs);
      return;
    }
    isOver = true;
    const passed = isPhaseOver && dueMs < totalDueMs ? phase : "total";
    call.abort(timeoutError(call, { phase: passed, timeoutMs: timeouts[passed] }));
  }

  watch(clock.now());
  return {
    /** From now on the call waits for the end of this phase; one that is entered again starts over. */
    enter(entered: Phase): void {
      if (isOver) return;
      const nowMs = clock.now();
      if (pausedMs !== undefined) pausedMs = nowMs;
      phase = entered;
      dueMs = nowMs + timeouts[entered];
      watch(nowMs);
    },
    /** The call waits for something that is not the service: only `total` keeps running. */
    leavePhase(): void {
      dueMs = Infinity;
    },
    /** Stops the time of a phase while nobody waits for the service, so a reader may be slow. `total` keeps running. */
    pause(): void {
      pausedMs ??= clock.now();
    },
    resume(): void {
      if (isOver || pausedMs === undefined) return;
      const nowMs = clock.now();
      dueMs += nowMs - pausedMs;
      pausedMs = undefined;
      watch(nowMs);
    },
    end(): void {
      isOver = true;
      cancelTimer?.();
    },
  };
}
