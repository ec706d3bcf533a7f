import type { Clock } from "../deadlines/clock.js";
import { retryAfterMs } from "../errors/read-refusal.js";

/**
 * Counts the attempts of several pacers, such as those of all processes that use one key.
 * `@model-access/sdk/points-redis` keeps the count in Redis; write your own for another store. Each function is one atomic
 * step for all who call it, and none may hang: one that can't reach its store rejects.
 */
export interface SharedPace {
  /**
   * Takes one of so many places in any `windowMs`, and gives its id; where none is free, or a pause holds, says after how
   * many milliseconds to ask again. The time is the store's, because the clocks of processes differ.
   */
  takePlace(limit: { places: number; windowMs: number }): Promise<{ place: string } | { waitMs: number }>;
  /** Frees a place whose attempt was not sent, or was refused. One that is free already stays so. */
  returnPlace(place: string): Promise<void>;
  /** Gives out no places for this long. A longer current pause stays. */
  pause(pauseMs: number): Promise<void>;
}

/** An attempt that went. */
export interface SentAttempt {
  readonly atMs: number;
}

interface PaceArguments {
  requestsPerMinute: number;
  maxRetryAfterMs: number;
  clock: Clock;
}

const minuteMs = 60_000;
const shortestPauseMs = 1_000;
// A pause is up to so much longer than asked, so that processes which share a key do not come back at once.
const longestJitterMs = 500;

/**
 * Makes the pace of one process: so many attempts in any minute. A 429 makes a pause as long as it asks for, a second at
 * least. In the minute after a pause attempts go one by one, as many as a minute allows, because the service did not
 * take them all at once.
 */
export function createPace({ requestsPerMinute, maxRetryAfterMs, clock }: PaceArguments) {
  // Those of the last minute, oldest first. What was refused takes no place in it.
  const sent = new Set<SentAttempt>();
  let pausedMs = Number.NEGATIVE_INFINITY;
  let pausedUntilMs = Number.NEGATIVE_INFINITY;
  let spacedUntilMs = 0;
  // The length of a pause where the service names none.
  let backoffMs = shortestPauseMs / 2;

  function onRefused(attempt: SentAttempt, headers: Headers): number | undefined {
    const askedMs = retryAfterMs(headers, clock.date()) ?? resetMs(headers) ?? 0;
    // Nobody waits for so long: the client fails the call at once, and each of the others will be told the same.
    if (askedMs > maxRetryAfterMs) return undefined;
    const nowMs = clock.now();
    sent.delete(attempt);
    // Many that went together are refused together; that is one sign and not many.
    if (attempt.atMs >= pausedMs) {
      pausedMs = nowMs;
      backoffMs = Math.min(minuteMs, 2 * backoffMs);
    }
    const pauseMs = Math.max(askedMs, backoffMs) + clock.random() * longestJitterMs;
    pausedUntilMs = Math.max(pausedUntilMs, nowMs + pauseMs);
    return pauseMs;
  }

  return {
    /** Returns the time of the next attempt: now or later. */
    dueMs(nowMs: number): number {
      for (const attempt of sent) {
        const overMs = attempt.atMs + minuteMs;
        if (overMs > nowMs)
          return Math.max(nowMs, pausedUntilMs, spacedUntilMs, sent.size < requestsPerMinute ? 0 : overMs);
        sent.delete(attempt);
      }
      return Math.max(nowMs, pausedUntilMs, spacedUntilMs);
    },
    /** Counts an attempt that goes now. */
    send(nowMs: number): SentAttempt {
      const attempt = { atMs: nowMs };
      sent.add(attempt);
      if (nowMs < pausedUntilMs + minuteMs)
        spacedUntilMs = nowMs + ((0.5 + clock.random()) * minuteMs) / requestsPerMinute;
      return attempt;
    },
    /** Takes no count of an attempt that did not go. */
    takeBack: (attempt: SentAttempt) => void sent.delete(attempt),
    /** Returns the length of the pause that a 429 begins; undefined for other answers, and where nobody waits so long. */
    onAnswer(attempt: SentAttempt, status: number, headers: Headers): number | undefined {
      if (status === 429) return onRefused(attempt, headers);
      if (attempt.atMs >= pausedMs) backoffMs = shortestPauseMs / 2;
      return undefined;
    },
  };
}

/** Returns the time until the service takes requests again, by its other header. */
function resetMs(headers: Headers): number | undefined {
  const seconds = headers.get("x-ratelimit-reset-requests") ?? "";
  return /^\d+(\.\d+)?$/.test(seconds) ? Number(seconds) * 1_000 : undefined;
}
