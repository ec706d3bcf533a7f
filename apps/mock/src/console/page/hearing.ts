import type { Exchange } from "./admin.js";
import { find } from "./find.js";

const pauseMs = 5000;

/** Tells screen readers of new exchanges: how many, once in a while, and not each. */
export function createHearing(): (exchange: Exchange) => void {
  let all = 0;
  let failed = 0;

  return ({ response }) => {
    if (all === 0) setTimeout(tell, pauseMs);
    all += 1;
    if (response === undefined || response.status >= 400 || response.ending !== "complete") failed += 1;
  };

  function tell(): void {
    const exchanges = all === 1 ? "1 new exchange" : `${all} new exchanges`;
    find("heard", HTMLElement).textContent = failed === 0 ? exchanges : `${exchanges}, ${failed} without a good answer`;
    all = 0;
    failed = 0;
  }
}
