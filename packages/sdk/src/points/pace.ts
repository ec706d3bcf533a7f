import type { Clock } from "../deadlines/clock.js";
import { retryAfterMs } from "../errors/read-refusal.js";

/** An attempt that went. */
export interface SentAttempt {
  readonly atMs: number;
}

/** Decides when attempts may start. Their sender asks for turns, and reports the outcomes. */
export interface Pace {
  /** Returns the time of the next attempt: now or later. */
  dueMs(nowMs: number): number;
  /** True if the next attempt is a scout, which goes ahead after a pause and shows whether it is over. */
  readonly wantsScout: boolean;
  /** Counts an attempt that goes now. */
  send(nowMs: number): SentAttempt;
  /** Takes a 429. Returns the length of the pause, 0 if it asks for more than the client waits. */
  onRefused(attempt: SentAttempt, headers: Headers): number;
  /** Takes any other answer. */
  onAccepted(attempt: SentAttempt, headers: Headers): void;
}

interface PaceArguments {
  requestsPerMinute: number;
  maxRetryAfterMs: number;
  clock: Clock;
}

/** The state since a 429. */
interface Slowdown {
  /** The time it came. Requests sent earlier say nothing about the pace since. */
  sinceMs: number;
  /** The length of a pause where the service names none. */
  backoffMs: number;
  /** The time by which the pause is longer than asked. */
  jitterMs: number;
  /** The latest attempts that weren't refused; they show how much the service takes. */
  taken: Set<SentAttempt>;
  /** Attempts in a millisecond; absent until the first pause is over, when it is measured. */
  rate: number | undefined;
  /** By how much an answer changes the rate. */
  step: number;
  /** The longest that a 429 took to come. */
  refusalMs: number;
  /** The attempt that goes first after the pause, until it is accepted; "wanted" until one comes. */
  scout: "wanted" | SentAttempt | undefined;
}

const minuteMs = 60_000;
const secondMs = 1_000;
const shortestPauseMs = secondMs;
const maxBackoffMs = minuteMs;
// A pause is up to so much longer than asked, so that processes which share a key do not come back at once.
const longestJitterMs = 500;
// One attempt a minute, which is also the least by which an answer raises the rate.
const slowestRate = 1 / minuteMs;
// After fifty answers the first rate has doubled.
const stepShare = 1 / 50;

/**
 * Makes the pace of one process. Until a 429 comes, it is so many attempts in any minute. A 429 makes a pause as long
 * as it asks for, a second at least. Then one attempt goes ahead, and when no 429 came for it the others follow one by
 * one, as fast as the service was seen to take them. A further 429 makes a pause again and halves that rate; every
 * other answer raises it a little, or lowers it a little where it says that no request remains. The rate is forgotten
 * when for a minute nobody had to wait for it.
 */
export function createPace({ requestsPerMinute, maxRetryAfterMs, clock }: PaceArguments): Pace {
  // What went in the last minute, oldest first. What was refused takes no place in it.
  const sent = new Set<SentAttempt>();
  let slowdown: Slowdown | undefined;
  let pausedUntilMs = 0;
  let spacedUntilMs = 0;
  let waitedUntilMs = 0;

  function dueMs(nowMs: number): number {
    return Math.max(nowMs, placeMs(nowMs), slowdown === undefined ? nowMs : slowedMs(slowdown, nowMs));
  }

  /** Returns the time at which the minute has room. */
  function placeMs(nowMs: number): number {
    for (const attempt of sent) {
      const overMs = attempt.atMs + minuteMs;
      if (overMs > nowMs) return sent.size < requestsPerMinute ? nowMs : overMs;
      sent.delete(attempt);
    }
    return nowMs;
  }

  function slowedMs({ sinceMs }: Slowdown, nowMs: number): number {
    const goesMs = Math.max(pausedUntilMs, spacedUntilMs);
    if (goesMs > nowMs) waitedUntilMs = goesMs;
    else if (nowMs - Math.max(waitedUntilMs, sinceMs) > minuteMs) slowdown = undefined;
    return goesMs;
  }

  function send(nowMs: number): SentAttempt {
    const attempt = { atMs: nowMs };
    if (slowdown !== undefined) space(slowdown, attempt);
    sent.add(attempt);
    return attempt;
  }

  function space(slow: Slowdown, attempt: SentAttempt): void {
    const rate = slow.rate ?? measure(slow, attempt.atMs);
    spacedUntilMs = attempt.atMs + (0.5 + clock.random()) / rate;
    if (slow.scout !== "wanted") return;
    slow.scout = attempt;
    // An answer that is no 429 may take much longer to come than a 429.
    pausedUntilMs = attempt.atMs + 2 * slow.refusalMs;
  }

  /** Measures the pace: the number of requests that the service accepted before the pause, over that time and the pause. */
  function measure(slow: Slowdown, nowMs: number): number {
    const [first = { atMs: slow.sinceMs }] = slow.taken;
    slow.rate = Math.max(1, slow.taken.size) / Math.max(secondMs, nowMs - first.atMs);
    slow.step = Math.max(slowestRate, slow.rate * stepShare);
    return slow.rate;
  }

  function onRefused(attempt: SentAttempt, headers: Headers): number {
    const askedMs = retryAfterMs(headers, clock.date()) ?? resetMs(headers) ?? 0;
    // Nobody waits for so long: the client fails the call at once, and each of the others will be told the same.
    if (askedMs > maxRetryAfterMs) return 0;
    const nowMs = clock.now();
    // Many that went together are refused together; that is one sign and not many.
    const slow = slowdown && attempt.atMs < slowdown.sinceMs ? slowdown : slowDown(nowMs, askedMs);
    sent.delete(attempt);
    slow.taken.delete(attempt);
    slow.refusalMs = Math.max(slow.refusalMs, nowMs - attempt.atMs);
    const pauseMs = Math.max(askedMs, slow.backoffMs) + slow.jitterMs;
    pausedUntilMs = Math.max(pausedUntilMs, nowMs + pauseMs);
    return pauseMs;
  }

  function slowDown(nowMs: number, askedMs: number): Slowdown {
    slowdown = {
      sinceMs: nowMs,
      backoffMs: slowdown === undefined ? shortestPauseMs : Math.min(maxBackoffMs, 2 * slowdown.backoffMs),
      taken:
        slowdown?.taken ?? new Set([...sent].filter(({ atMs }) => nowMs - atMs <= Math.max(shortestPauseMs, askedMs))),
      rate: slowdown?.rate && Math.max(slowestRate, slowdown.rate / 2),
      step: slowdown?.step ?? 0,
      jitterMs: clock.random() * longestJitterMs,
      refusalMs: slowdown?.refusalMs ?? 0,
      scout: "wanted",
    };
    return slowdown;
  }

  function onAccepted(attempt: SentAttempt, headers: Headers): void {
    if (slowdown?.rate === undefined || attempt.atMs < slowdown.sinceMs) return;
    if (attempt === slowdown.scout) pausedUntilMs = 0;
    slowdown.backoffMs = shortestPauseMs / 2;
    const { rate, step } = slowdown;
    const isUsedUp = headers.get("x-ratelimit-remaining-requests") === "0";
    slowdown.rate = Math.max(slowestRate, isUsedUp ? rate - step : rate + step);
  }

  return {
    dueMs,
    get wantsScout() {
      return slowdown?.scout === "wanted";
    },
    send,
    onRefused,
    onAccepted,
  };
}

/** Returns the time until the service takes requests again, by its other header. */
function resetMs(headers: Headers): number | undefined {
  const seconds = headers.get("x-ratelimit-reset-requests") ?? "";
  return /^\d+(\.\d+)?$/.test(seconds) ? Number(seconds) * secondMs : undefined;
}
