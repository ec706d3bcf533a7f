import type { ExchangeSummary } from "./admin.ts";

const pauseMs = 5000;
const leastGapMs = 30_000;

/** Announces new exchanges to screen readers: how many, now and then, and not each one. */
export function createAnnouncer(show: (text: string) => void): (exchange: ExchangeSummary) => void {
  let all = 0;
  let failed = 0;
  let announcedAtMs = Number.NEGATIVE_INFINITY;

  return ({ response }) => {
    if (all === 0) setTimeout(announce, Math.max(pauseMs, announcedAtMs + leastGapMs - Date.now()));
    all += 1;
    if (response === undefined || response.status >= 400 || response.ending !== "complete") failed += 1;
  };

  function announce(): void {
    const exchanges = all === 1 ? "1 new exchange" : `${all} new exchanges`;
    show(failed === 0 ? exchanges : `${exchanges}, ${failed} without a good answer`);
    all = 0;
    failed = 0;
    announcedAtMs = Date.now();
  }
}
