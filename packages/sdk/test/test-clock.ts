import type { Clock } from "../src/index.js";

/** A clock that stands still until a test moves it; chance is always one half. */
export function createTestClock() {
  const timers = new Set<{ dueMs: number; run: () => void }>();
  let nowMs = 0;

  const clock: Clock = {
    now: () => nowMs,
    date: () => Date.parse("Sat, 21 Nov 2026 10:00:00 GMT") + nowMs,
    after(delayMs, run) {
      const timer = { dueMs: nowMs + delayMs, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    random: () => 0.5,
  };

  /** Moves the clock, and runs what is due on the way. */
  function advance(ms: number): void {
    const endMs = nowMs + ms;
    for (;;) {
      const [next] = [...timers].filter(({ dueMs }) => dueMs <= endMs).sort((a, b) => a.dueMs - b.dueMs);
      if (next === undefined) break;
      nowMs = Math.max(nowMs, next.dueMs);
      timers.delete(next);
      next.run();
    }
    nowMs = endMs;
  }

  return { clock, advance, timers };
}

/** A clock on which every wait is over at once; it keeps the lengths of the waits. */
export function createHastyClock() {
  const { clock } = createTestClock();
  const waits: number[] = [];
  const hasty: Clock = {
    ...clock,
    after(delayMs, run, kind) {
      // A deadline whose time has not come sets its timer again, without end on a clock that stands still.
      if (kind === "watch") return () => {};
      waits.push(delayMs);
      queueMicrotask(run);
      return () => {};
    },
  };
  return { clock: hasty, waits };
}

/** Lets everything run that waits for nothing but other code. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}
