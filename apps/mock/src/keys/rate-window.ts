import { createQueue } from "../session/queue.js";

/** The reading of a rate window for one request. */
export interface WindowReading {
  isAllowed: boolean;
  limit: number;
  remaining: number;
  /** The time until the next request is allowed; 0 where it is allowed now. */
  retryAfterMs: number;
  /** The time until the whole limit is free again. */
  resetAfterMs: number;
}

/** A sliding window: at most `limit` requests in any `windowMs`. A refused request does not count. */
export interface RateWindow {
  take(nowMs: number): WindowReading;
}

export function createRateWindow(limit: number, windowMs = 60_000): RateWindow {
  /** Times of what was allowed, oldest first. */
  const taken = createQueue(Number.NaN);

  return {
    take(nowMs) {
      while ((taken.at(0) ?? nowMs) + windowMs <= nowMs) taken.shift();
      const isAllowed = taken.length < limit;
      if (isAllowed) taken.push(nowMs);
      const count = taken.length;
      const oldest = taken.at(0) ?? nowMs;
      const newest = taken.at(-1) ?? nowMs;
      return {
        isAllowed,
        limit,
        remaining: limit - count,
        retryAfterMs: count >= limit ? oldest + windowMs - nowMs : 0,
        resetAfterMs: newest + windowMs - nowMs,
      };
    },
  };
}
