import type { ExchangePlan } from "../exchange.js";
import { areaOf } from "../rule.js";

/** A request that no model has to work for is answered soon, or not at all. */
const promptMs = 10_000;
/** The second time it may take longer: the first may have woken a service up. */
const promptAgainMs = 15_000;
const generationMs = 60_000;

const most = { inArea: 2, inAll: 4, waitedMs: 100_000 };

/** The calls to which no answer came in time, remembered so that they can't hold a run up for long. */
export interface TimeOuts {
  /** Returns how long the answer to a call may take to begin; a request that is wrongly accepted may take as long as a reply. */
  limitMs(plan: ExchangePlan, isAgain: boolean): number;
  answered(plan: ExchangePlan, tookMs: number): void;
  missed(plan: ExchangePlan, waitedMs: number): void;
  /** Returns how long a whole stream may be left open: once one was, the others are not waited for. */
  readonly afterEndMs: number | undefined;
  leftOpen(): void;
  /** Returns the reason why a call like those is not made; undefined where it may be. */
  whyNot(plan: ExchangePlan): string | undefined;
}

export function createTimeOuts(): TimeOuts {
  const missed: ExchangePlan[] = [];
  let waitedMs = 0;
  let slowestMs = 0;
  let isLeftOpen = false;

  return {
    get afterEndMs() {
      return isLeftOpen ? 0 : undefined;
    },
    leftOpen() {
      isLeftOpen = true;
    },
    limitMs({ isBilled, allow }, isAgain) {
      if (isBilled || allow !== undefined) return generationMs;
      return Math.min(generationMs, Math.max(isAgain ? promptAgainMs : promptMs, 2 * slowestMs));
    },
    answered({ isBilled }, tookMs) {
      if (isBilled) slowestMs = Math.max(slowestMs, tookMs);
    },
    missed(plan, ms) {
      missed.push(plan);
      waitedMs += ms;
    },
    whyNot(plan) {
      const inArea = missed.filter(({ id }) => areaOf(id) === areaOf(plan.id));
      const isAlike = missed.some(({ operationId }) => operationId === plan.operationId);
      const isEnough =
        inArea.length >= most.inArea || missed.length >= most.inAll || (isAlike && waitedMs >= most.waitedMs);
      return isEnough ? `${missed.map(({ id }) => id).join(", ")} got no answer in time` : undefined;
    },
  };
}
