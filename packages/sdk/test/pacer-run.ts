import { createPacer, type PacerOptions } from "../src/points/index.js";
import { callThrough } from "./points-call.js";
import { createTestClock as createSyncClock } from "./test-clock.js";

/** A clock that goes on only when it is told to, and lets what it runs do its work before it goes on. */
export function createTestClock() {
  const { clock, advance, timers } = createSyncClock();
  return {
    ...clock,
    timers,
    /** Runs what is due until then. */
    async advance(ms: number) {
      const untilMs = clock.now() + ms;
      for (;;) {
        await settle();
        const dueMs = Math.min(...[...timers].map((timer) => timer.dueMs));
        if (dueMs > untilMs) break;
        advance(Math.max(0, dueMs - clock.now()));
      }
      advance(untilMs - clock.now());
    },
  };
}

/** Lets everything run that waits for nothing but other code. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
}

interface Attempt {
  attempt?: number;
  signal?: AbortSignal;
  /** The status of the answer, 200 where it is not given, and its headers. */
  answers?: [status: number, headers?: Record<string, string>];
  /** The time that the answer takes. */
  answersAfterMs?: number;
}

/** Makes attempts through a pacer and notes when each of them goes. */
export function createRun(options: PacerOptions) {
  const clock = createTestClock();
  const pacer = createPacer({ clock, ...options });
  const sent: { name: number; atMs: number }[] = [];
  return {
    clock,
    sent,
    /** Starts an attempt; gives what ends its call. */
    start(
      name: number,
      { attempt = 1, signal, answers: [status, headers = {}] = [200], answersAfterMs = 0 }: Attempt = {},
    ) {
      const call = callThrough(pacer, { attempt, signal });
      const answer = async () => {
        sent.push({ name, atMs: clock.now() });
        if (answersAfterMs > 0) await new Promise<void>((resolve) => clock.after(answersAfterMs, resolve));
        return { status, headers };
      };
      call.attempt(answer).catch(() => {});
      return () => void call.end();
    },
  };
}
