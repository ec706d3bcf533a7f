/**
 * How long an answer asks to wait, in milliseconds: `retry-after-ms`, or `Retry-After` in seconds or as a date.
 * Absent when the answer does not say, or says it in a way that nobody can read.
 */
export function retryAfterMs(headers: Headers, nowMs: number): number | undefined {
  const value = headers.get("retry-after") ?? "";
  const asked = [
    amountOf(headers.get("retry-after-ms") ?? ""),
    amountOf(value) * 1000,
    // Without a time of day it is no date, though the platform would make one of "-1".
    /\d:\d\d/.test(value) ? Math.max(0, Date.parse(value) - nowMs) : Number.NaN,
  ];
  return asked.find((ms) => !Number.isNaN(ms));
}

function amountOf(text: string): number {
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
}
