/**
 * How long an answer asks to wait, in milliseconds: `retry-after-ms`, or `Retry-After` in seconds or as a date.
 * Absent when the answer does not say, or says it in a way that nobody can read.
 */
export function retryAfterMs(headers: Headers, nowMs: number): number | undefined {
  const milliseconds = amount(headers.get("retry-after-ms"));
  if (milliseconds !== undefined) return milliseconds;

  const value = headers.get("retry-after") ?? "";
  const seconds = amount(value);
  if (seconds !== undefined) return seconds * 1000;

  // Without a time of day it is no date, though the platform would make one of "-1".
  const date = /\d:\d\d/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}

function amount(text: string | null): number | undefined {
  return text !== null && /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}
