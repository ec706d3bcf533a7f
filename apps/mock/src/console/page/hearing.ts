import type { ExchangeSummary } from "./admin.js";
import { find } from "./find.js";

const pauseMs = 5000;
const shortestSilenceMs = 30_000;

/** Tells screen readers of new exchanges: how many, once in a while, and not each. Traffic that goes on is told seldom. */
export function createHearing(): (exchange: ExchangeSummary) => void {
  let all = 0;
  let failed = 0;
  let toldAtMs = Number.NEGATIVE_INFINITY;

  return ({ response }) => {
    if (all === 0) setTimeout(tell, Math.max(pauseMs, toldAtMs + shortestSilenceMs - Date.now()));
    all += 1;
    if (response === undefined || response.status >= 400 || response.ending !== "complete") failed += 1;
  };

  function tell(): void {
    const exchanges = all === 1 ? "1 new exchange" : `${all} new exchanges`;
    find("heard", HTMLElement).textContent = failed === 0 ? exchanges : `${exchanges}, ${failed} without a good answer`;
    all = 0;
    failed = 0;
    toldAtMs = Date.now();
  }
}
