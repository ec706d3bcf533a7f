import { type Clock, systemClock } from "../deadlines/clock.js";
import { OptionError } from "../errors/model-access-error.js";
import { checkNames } from "../options/check-options.js";
import type { AttemptRequest, Middleware } from "../transport/middleware.js";
import { createPace, type SentAttempt } from "./pace.js";

/** The limits on the pace of attempts. */
export interface PacerOptions {
  /**
   * 500 by default, which is what the service allows a key (R8.1). Share it out where several processes use one key.
   */
  requestsPerMinute?: number | undefined;
  /**
   * The most attempts under way at once; a successful one is under way until its reply is read, streams included.
   * `Infinity` by default.
   */
  concurrency?: number | undefined;
  /**
   * The longest `Retry-After` that holds everybody up, in milliseconds: as long as that of the client. 60 000 by
   * default.
   */
  maxRetryAfterMs?: number | undefined;
  /** Time and chance, for tests. */
  clock?: Partial<Clock> | undefined;
}

/** An attempt that waits. */
interface Waiting {
  /** Lets it go; without an attempt where it gave up. */
  go(sent: SentAttempt | undefined): void;
}

/**
 * Makes a middleware that lets no more than so many attempts go in any minute; the rest wait their turn, retries first,
 * or until they are aborted. A 429 holds all of them up as long as it says. After that they go one by one, at a rate
 * that the service was seen to take and that adapts. It knows the attempts of this process and of the clients it was
 * given to, and nothing of others that use the key.
 *
 * @example
 * const client = new ModelAccess({ middleware: [createPacer({ concurrency: 50 })] });
 */
export function createPacer(options: PacerOptions = {}): Middleware {
  checkNames("createPacer", options, ["requestsPerMinute", "concurrency", "maxRetryAfterMs", "clock"]);
  const { requestsPerMinute = 500, concurrency = Infinity, maxRetryAfterMs = 60_000, clock: given } = options;
  checkCount("requestsPerMinute", requestsPerMinute, 500);
  if (concurrency !== Infinity) checkCount("concurrency", concurrency, 50);
  if (!(maxRetryAfterMs >= 0)) {
    throw new OptionError(
      "maxRetryAfterMs",
      "maxRetryAfterMs is not a number from 0 on; write it like maxRetryAfterMs: 60_000.",
    );
  }
  const clock = { ...systemClock, ...given };
  const pace = createPace({ requestsPerMinute, maxRetryAfterMs, clock });
  // By the number of the attempt: the more often a call was refused, the sooner it goes.
  const waiting: Set<Waiting>[] = [];
  let underWay = 0;
  let timerMs = Infinity;
  let cancelTimer = () => {};

  function letGo(): void {
    for (let next = nextWaiting(); next !== undefined; next = nextWaiting()) {
      const nowMs = clock.now();
      const dueMs = underWay < concurrency ? pace.dueMs(nowMs) : Infinity;
      if (dueMs > nowMs) {
        wakeAt(dueMs, nowMs);
        return;
      }
      underWay++;
      next.go(pace.send(nowMs));
    }
    wakeAt(Infinity, 0);
  }

  function nextWaiting(): Waiting | undefined {
    // A retry has fewer chances left than a first attempt, so it goes sooner. A scout is the one with the most.
    const queues = pace.wantsScout ? waiting : waiting.toReversed();
    for (const queue of queues) for (const next of queue ?? []) return next;
    return undefined;
  }

  function wakeAt(dueMs: number, nowMs: number): void {
    if (dueMs === timerMs) return;
    cancelTimer();
    timerMs = dueMs;
    cancelTimer =
      dueMs === Infinity
        ? () => {}
        : clock.after(dueMs - nowMs, () => {
            timerMs = Infinity;
            letGo();
          });
  }

  function turnOf({ attempt, signal }: AttemptRequest): Promise<SentAttempt | undefined> {
    return new Promise((resolve) => {
      const queue = waiting[attempt] ?? new Set();
      waiting[attempt] = queue;
      const self: Waiting = {
        go(sent) {
          queue.delete(self);
          signal?.removeEventListener("abort", giveUp);
          resolve(sent);
        },
      };
      function giveUp(): void {
        self.go(undefined);
        letGo();
      }
      queue.add(self);
      signal?.addEventListener("abort", giveUp);
      if (signal?.aborted) giveUp();
      else letGo();
    });
  }

  return async (request, next) => {
    const sent = await turnOf(request);
    if (sent === undefined) {
      // It took no turn, and is not sent.
      await next();
      return;
    }
    let isUnderWay = true;
    const leave = () => {
      if (!isUnderWay) return;
      isUnderWay = false;
      underWay--;
      letGo();
    };
    if (concurrency !== Infinity) request.onCallEnd(leave);
    try {
      const { status, headers } = await next();
      if (status === 429) pace.onRefused(sent, headers);
      else pace.onAccepted(sent, headers);
      if (concurrency === Infinity || status < 200 || status > 299) leave();
    } catch (error) {
      leave();
      throw error;
    }
  };
}

function checkCount(option: string, value: number, example: number): void {
  if (Number.isSafeInteger(value) && value >= 1) return;
  throw new OptionError(option, `${option} is not a whole number above 0; write it like ${option}: ${example}.`);
}
