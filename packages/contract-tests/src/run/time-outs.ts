import type { ExchangePlan } from "../exchange.js";
import { areaOf } from "../rule.js";
import { headerOf, type WireReply } from "../wire/wire.js";

/** A request that no model has to work for is answered soon, or not at all. */
const promptMs = 10_000;
/** The second time it may take longer: the first may have woken a service up. */
const promptAgainMs = 15_000;
const generationMs = 60_000;

const most = { inArea: 2, inAll: 4, waitedMs: 100_000 };

export type TimeOuts = ReturnType<typeof createTimeOuts>;

/** Remembers the calls to which no answer came in time, so that they can't hold a run up for long. */
export function createTimeOuts() {
  const missed: ExchangePlan[] = [];
  let waitedMs = 0;
  let slowestMs = 0;
  let isLeftOpen = false;

  return {
    /** The time that a whole stream may be left open: once one was, the others are not waited for. */
    get afterEndMs() {
      return isLeftOpen ? 0 : undefined;
    },
    leftOpen() {
      isLeftOpen = true;
    },
    /** Returns how long the answer to a call may take to begin; a request that is wrongly accepted may take as long as a reply. */
    limitMs({ isBilled, allow }: ExchangePlan, isAgain: boolean): number {
      if (isBilled || allow !== undefined) return generationMs;
      return Math.min(generationMs, Math.max(isAgain ? promptAgainMs : promptMs, 2 * slowestMs));
    },
    answered({ isBilled }: ExchangePlan, tookMs: number): void {
      if (isBilled) slowestMs = Math.max(slowestMs, tookMs);
    },
    missed(plan: ExchangePlan, ms: number): void {
      missed.push(plan);
      waitedMs += ms;
    },
    /** Returns the reason why a call like those is not made; undefined where it may be. */
    whyNot(plan: ExchangePlan): string | undefined {
      const inArea = missed.filter(({ id }) => areaOf(id) === areaOf(plan.id));
      const isAlike = missed.some(({ operationId }) => operationId === plan.operationId);
      const isEnough =
        inArea.length >= most.inArea || missed.length >= most.inAll || (isAlike && waitedMs >= most.waitedMs);
      return isEnough ? `${missed.map(({ id }) => id).join(", ")} got no answer in time` : undefined;
    },
  };
}

const longestPaceMs = 60_000;
const mostWaits = 3;
/** A deployment that allows so many requests is met by no run in its way. */
const ampleLimit = 200;

/**
 * Keeps a run within the limit that a deployment tells in its headers, by a few waits at most: a header that is always 0 is a
 * fault and must not hold a run up.
 */
export function createPace() {
  let dueMs = 0;
  let waits = 0;
  let isAmple = true;

  return {
    /** False where a limit was told that a run may reach. */
    get isAmple() {
      return isAmple;
    },
    /** Takes an answer to a call with the caller's own key. */
    heard(reply: WireReply): void {
      const [limit = Number.NaN, remaining = Number.NaN, reset = Number.NaN] = ["limit", "remaining", "reset"].map(
        (name) => Number(headerOf(reply, `x-ratelimit-${name}-requests`) ?? Number.NaN),
      );
      isAmple &&= !(limit < ampleLimit);
      const isNearly = limit < ampleLimit && remaining <= 0;
      dueMs = isNearly && Number.isFinite(reset) ? Math.min(longestPaceMs, Math.max(0, reset * 1000)) : 0;
    },
    waitMs(): number {
      const ms = waits < mostWaits ? dueMs : 0;
      if (ms > 0) waits += 1;
      dueMs = 0;
      return ms;
    },
  };
}

const maxRetries = 2;
const longestRetryMs = 5_000;

/** Returns how long to wait before a call is made again; undefined where it must not be, or only after a long time (R7.10). */
export function retryDelay(reply: WireReply, retry: number): number | undefined {
  if (![429, 503].includes(reply.status) || retry >= maxRetries) return undefined;
  const seconds = Number(headerOf(reply, "retry-after") ?? Number.NaN);
  const waitMs = Number.isFinite(seconds) ? Math.max(0, seconds * 1000) : 500 * 2 ** retry;
  return waitMs <= longestRetryMs ? waitMs : undefined;
}
