import type { Call } from "../call/call.js";
import { timeoutError } from "../errors/timeout-error.js";
import type { Due } from "./deadline-clock.js";

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

/** The deadlines of one call. When one passes, the signal of the call aborts with a `TimeoutError`. */
export interface Deadlines {
  /** From now on the call waits for the end of this phase; one that is entered again starts over. */
  enter(phase: DeadlinePhase): void;
  /** Stops the time of a phase while nobody waits for the service, so a reader may be slow. `total` keeps running. */
  pause(): void;
  /** Somebody waits for the service again. */
  resume(): void;
  /** The call is over. */
  end(): void;
}

/** Every deadline, in milliseconds. */
export type ResolvedTimeouts = Record<DeadlinePhase, number>;

/** Watches the deadlines of a call that begins, and aborts it when one passes. */
export function createDeadlines(call: Call): Deadlines {
  const { deadlineClock: clock } = call.client;
  const { timeouts } = call.settings();
  // Counted from here, whenever a call enters that phase.
  const totalDueMs = clock.now() + timeouts.total;
  const due: Due = { dueMs: Infinity, expire };
  let phase: DeadlinePhase = "total";
  let phaseDueMs = Infinity;
  // Since when nobody has waited for the service.
  let pausedMs: number | undefined;
  // Whether it was let pass meanwhile.
  let hasPassed = false;
  let isOver = false;

  function watch(dueMs: number, nowMs: number): void {
    hasPassed &&= dueMs === Infinity;
    due.dueMs = Math.min(dueMs, totalDueMs);
    clock.watch(due, nowMs);
  }

  function enter(entered: DeadlinePhase): void {
    if (isOver) return;
    const nowMs = clock.now();
    if (pausedMs !== undefined) pausedMs = nowMs;
    phase = entered;
    phaseDueMs = entered === "total" ? Infinity : nowMs + timeouts[entered];
    watch(phaseDueMs, nowMs);
  }

  function resume(): void {
    if (isOver || pausedMs === undefined) return;
    const nowMs = clock.now();
    phaseDueMs += nowMs - pausedMs;
    pausedMs = undefined;
    // A time that only moves forward is looked at when the earlier one has come.
    if (hasPassed) watch(phaseDueMs, nowMs);
    else due.dueMs = Math.min(phaseDueMs, totalDueMs);
  }

  function expire(): void {
    // Looked at only now, because events come more often than deadlines pass.
    if (due.dueMs < totalDueMs && pausedMs !== undefined) {
      hasPassed = true;
      watch(Infinity, clock.now());
      return;
    }
    isOver = true;
    const passed = due.dueMs < totalDueMs ? phase : "total";
    call.abort(timeoutError(call, { phase: passed, timeoutMs: timeouts[passed] }));
  }

  return {
    enter,
    pause() {
      pausedMs ??= clock.now();
    },
    resume,
    end() {
      isOver = true;
      clock.forget(due);
    },
  };
}
