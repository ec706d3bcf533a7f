import type { Clock } from "../clock.js";
import { createDeadlineQueue, type Deadline } from "./deadline-queue.js";

/** Wakes all streams of a mock, with one timer between them. */
export interface Scheduler {
  /** The waits of one stream for its due times, one after the other. They resolve at once when the signal aborts. */
  openWait(signal: AbortSignal): StreamWait;
}

/** The clock and signals that a stream waits by. */
interface StreamWait {
  until(dueMs: number): Promise<void>;
  /** Ends the wait of this moment. */
  wakeNow(): void;
}

interface Sleeper extends Deadline {
  /** Absent once it has been called. */
  wake: (() => void) | undefined;
}

const longestTimerMs = 2 ** 31 - 1;

export function createScheduler(clock: Clock): Scheduler {
  const queue = createDeadlineQueue<Sleeper>();
  let asleep = 0;
  let timer: { dueMs: number; cancel: AbortController } | undefined;

  return {
    openWait(signal) {
      let sleeper: Sleeper | undefined;
      signal.addEventListener("abort", () => {
        if (sleeper?.wake !== undefined) wake(sleeper);
        if (asleep === 0) rest();
      });
      return {
        until(dueMs) {
          if (signal.aborted || dueMs <= clock.now()) return Promise.resolve();
          return new Promise((resolve) => {
            sleeper = { dueMs, wake: resolve };
            asleep += 1;
            queue.add(sleeper);
            setTimer();
          });
        },
        wakeNow() {
          if (sleeper?.wake !== undefined) wake(sleeper);
        },
      };
    },
  };

  function wake(sleeper: Sleeper): void {
    sleeper.wake?.();
    sleeper.wake = undefined;
    asleep -= 1;
  }

  function wakeDue(): void {
    const nowMs = clock.now();
    for (let next = queue.first(); next !== undefined; next = queue.first()) {
      const isAwake = next.wake === undefined; // its stream was left
      if (!isAwake && next.dueMs > nowMs) break;
      queue.takeFirst();
      if (!isAwake) wake(next);
    }
    setTimer();
  }

  function setTimer(): void {
    const dueMs = queue.first()?.dueMs;
    if (dueMs === undefined || (timer !== undefined && timer.dueMs <= dueMs)) return;
    timer?.cancel.abort();
    const cancel = new AbortController();
    timer = { dueMs, cancel };
    // In whole milliseconds, as the system's timers cut off fractions and would then wake too soon.
    // A stall is due never; a timer can't be set for longer than this.
    clock.sleep(Math.min(longestTimerMs, Math.max(0, Math.ceil(dueMs - clock.now()))), cancel.signal).then(
      () => {
        if (timer?.cancel !== cancel) return;
        timer = undefined;
        wakeDue();
      },
      () => undefined, // cancelled for an earlier one, or because nobody sleeps
    );
  }

  function rest(): void {
    queue.clear();
    timer?.cancel.abort();
    timer = undefined;
  }
}
