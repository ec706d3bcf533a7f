/** What a rate window says about one request. */
export interface WindowReading {
  isAllowed: boolean;
  limit: number;
  remaining: number;
  /** How long until the next request is allowed; 0 where it is now. */
  retryAfterMs: number;
  /** How long until the whole limit is there again. */
  resetAfterMs: number;
}

/** A sliding window: at most `limit` requests in any `windowMs`. A refused request does not count. */
export interface RateWindow {
  take(nowMs: number): WindowReading;
}

export function createRateWindow(limit: number, windowMs = 60_000): RateWindow {
  /** Times of what was allowed, oldest first. Those before `start` are over; they are thrown away by the many, as taking one off the front of a long row moves all the others. */
  let taken: number[] = [];
  let start = 0;

  return {
    take(nowMs) {
      dropOver(nowMs);
      const used = taken.length - start;
      const isAllowed = used < limit;
      if (isAllowed) taken.push(nowMs);
      const count = isAllowed ? used + 1 : used;
      const oldest = taken[start] ?? nowMs;
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

  function dropOver(nowMs: number): void {
    while ((taken[start] ?? nowMs) + windowMs <= nowMs) start += 1;
    if (start * 2 <= taken.length) return;
    taken = taken.slice(start);
    start = 0;
  }
}
