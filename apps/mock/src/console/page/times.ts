/** The time of day in UTC, such as `21:04:05.678`. */
export function timeOfDay(iso: string): string {
  return iso.slice(11, 23);
}

/** Day and time in UTC, such as `2026-01-01 21:04:05`. */
export function dayAndTime(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace("T", " ");
}

/** Returns a duration, such as `340 ms` or `12.5 s`. */
export function duration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(ms < 100_000 ? 1 : 0)} s`;
}
