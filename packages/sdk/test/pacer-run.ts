import type { CallEnd } from "../src/call/call-end.js";
import { createPacer, type PacerOptions } from "../src/points/index.js";
import type { AttemptRequest } from "../src/transport/middleware.js";

/** A clock that goes on only when it is told to; chance is one half, so that gaps are as long as they are on average. */
export function createTestClock() {
  const timers = new Set<{ dueMs: number; run: () => void }>();
  let nowMs = 0;
  return {
    timers,
    now: () => nowMs,
    date: () => nowMs,
    random: () => 0.5,
    after(delayMs: number, run: () => void) {
      const timer = { dueMs: nowMs + delayMs, run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    /** Runs what is due until then. */
    async advance(ms: number) {
      const untilMs = nowMs + ms;
      for (;;) {
        await settle();
        const [timer] = [...timers].filter(({ dueMs }) => dueMs <= untilMs).sort((a, b) => a.dueMs - b.dueMs);
        if (timer === undefined) break;
        timers.delete(timer);
        nowMs = Math.max(nowMs, timer.dueMs);
        timer.run();
      }
      nowMs = untilMs;
    },
  };
}

/** Lets everything run that waits for nothing but other code. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
}

export interface Attempt {
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
    start(name: number, { attempt = 1, signal, answers = [200], answersAfterMs = 0 }: Attempt = {}) {
      const [status, headers] = answers;
      const listeners: (() => void)[] = [];
      // The pacer looks at nothing else.
      const request = {
        attempt,
        signal,
        onCallEnd: (listener: (end: CallEnd) => void) => listeners.push(listener as () => void),
      } as Partial<AttemptRequest> as AttemptRequest;
      const result = pacer(request, async () => {
        sent.push({ name, atMs: clock.now() });
        if (answersAfterMs > 0) await new Promise<void>((resolve) => clock.after(answersAfterMs, resolve));
        return { status, headers: new Headers(headers), requestId: undefined };
      });
      result.catch(() => {});
      return () => {
        for (const listener of listeners) listener();
      };
    },
  };
}
