export interface WindowReading {
  isAllowed: boolean;
  limit: number;
  remaining: number;
  /** The time until the next request is allowed; 0 where it is allowed now. */
  retryAfterMs: number;
  /** The time until the whole limit is free again. */
  resetAfterMs: number;
}

/** The requests that were allowed in the last minute. */
export interface RateWindow {
  count: number;
  /** Oldest first: a time, and how many there were. */
  times: [atMs: number, count: number][];
}

export const emptyWindow = (): RateWindow => ({ count: 0, times: [] });

const windowMs = 60_000;
/** A window holds so many times at most. Under a higher limit, a request counts until the end of its part of the minute. */
const mostTimes = 1000;

/** True where none of the requests of a window counts any more. */
export const isOver = (window: RateWindow, nowMs: number) => (window.times.at(-1)?.[0] ?? 0) + windowMs <= nowMs;

/**
 * Counts a request in a sliding window: at most `limit` in any minute, by whole milliseconds. A refused request does not
 * count.
 */
export function countRequest(window: RateWindow, limit: number, timeMs: number): WindowReading {
  const nowMs = Math.floor(timeMs);
  const { times } = window;
  while (times[0] !== undefined && times[0][0] + windowMs <= nowMs) window.count -= times.shift()?.[1] ?? 0;
  const isAllowed = window.count < limit;
  if (isAllowed) {
    window.count += 1;
    const partMs = limit <= mostTimes ? 1 : windowMs / mostTimes;
    const atMs = nowMs - (nowMs % partMs) + partMs - 1;
    const last = times.at(-1);
    if (last?.[0] === atMs) last[1] += 1;
    else times.push([atMs, 1]);
  }
  const oldestMs = times[0]?.[0] ?? nowMs;
  const newestMs = times.at(-1)?.[0] ?? nowMs;
  return {
    isAllowed,
    limit,
    remaining: limit - window.count,
    retryAfterMs: window.count >= limit ? oldestMs + windowMs - nowMs : 0,
    resetAfterMs: newestMs + windowMs - nowMs,
  };
}
