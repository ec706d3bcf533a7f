// Nobody asks to wait for less than no time.
const unread = -1;

/**
 * Returns the wait that an answer asks for, in milliseconds: `retry-after-ms`, or `Retry-After` in seconds or as a
 * date. Absent when the answer does not say, or says it in a way that nobody can read.
 */
export function retryAfterMs(headers: Headers, nowMs: number): number | undefined {
  const value = headers.get("retry-after") ?? "";
  const asked = [
    amountOf(headers.get("retry-after-ms") ?? ""),
    amountOf(value) * 1000,
    // Without a time of day it is no date, though the platform would make one of "-1".
    /\d:\d\d/.test(value) ? Math.max(0, Date.parse(value) - nowMs) : unread,
  ];
  return asked.find((ms) => ms >= 0);
}

function amountOf(text: string): number {
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : unread;
}
