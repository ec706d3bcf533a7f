import { type Clock, systemClock } from "../deadlines/clock.js";
import { OptionError } from "../errors/model-access-error.js";
import { checkNames } from "../options/check-options.js";
import type { AttemptRequest, Middleware } from "../transport/middleware.js";
import { createPace, type SentAttempt } from "./pace.js";
import { createSharedPlaces, type Place, type SharedPace, type SharedPlaces } from "./shared-pace.js";

/** The limits on the pace of attempts. */
export interface PacerOptions {
  /**
   * 500 by default, which is what the service allows a key (R8.1). Where several processes use one key, share it out, or
   * let them count together by `shared`.
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
  /**
   * Counts the attempts of all pacers that were given it, in whichever process: together they make `requestsPerMinute`, and
   * a 429 of one holds all of them up. `concurrency` stays that of this pacer.
   */
  shared?: SharedPace | undefined;
  /** Time and chance, for tests. */
  clock?: Partial<Clock> | undefined;
}

/** An attempt that may go. */
interface Turn {
  sent: SentAttempt;
  place: Place | undefined;
}

/** An attempt that waits. */
interface Waiting {
  /** Lets it start; without a turn if it gave up. */
  go(turn: Turn | undefined): void;
}

/**
 * Makes a middleware that limits the attempts in any minute; the rest wait their turn, retries first, or until they are
 * aborted. A 429 holds all of them up for as long as it says. After that they are sent one by one, at a rate that the
 * service has accepted and that adapts. A pacer counts the attempts of its clients and of the pacers that share its
 * count, not those of other users of the key.
 *
 * @example
 * const client = new ModelAccess({ middleware: [createPacer({ concurrency: 50 })] });
 */
export function createPacer(options: PacerOptions = {}): Middleware {
  checkNames("createPacer", options, ["requestsPerMinute", "concurrency", "maxRetryAfterMs", "shared", "clock"]);
  const { requestsPerMinute = 500, concurrency = Infinity, maxRetryAfterMs = 60_000, shared, clock: given } = options;
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
  const places = shared && createSharedPlaces(shared, { requestsPerMinute, clock });
  let isAsking = false;
  // By the number of the attempt: the more often a call was refused, the sooner it goes.
  const waiting: Set<Waiting>[] = [];
  let underWay = 0;
  let timerMs = Infinity;
  let cancelTimer = () => {};

  /** Lets those go whose turn it is. A place that was taken for one of them goes to the next, or back. */
  function letGo(taken?: Place): void {
    let place = taken;
    for (let next = nextWaiting(); next !== undefined; next = nextWaiting()) {
      const nowMs = clock.now();
      const dueMs = underWay < concurrency ? Math.max(pace.dueMs(nowMs), places?.dueMs ?? 0) : Infinity;
      if (dueMs > nowMs) {
        place?.giveBack();
        wakeAt(dueMs, nowMs);
        return;
      }
      if (places !== undefined && place === undefined) {
        void askForPlace(places);
        return;
      }
      underWay++;
      next.go({ sent: pace.send(nowMs), place });
      place = undefined;
    }
    place?.giveBack();
    wakeAt(Infinity, 0);
  }

  async function askForPlace(all: SharedPlaces): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    const place = await all.take();
    isAsking = false;
    letGo(place);
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

  function turnOf({ attempt, signal }: AttemptRequest): Promise<Turn | undefined> {
    return new Promise((resolve) => {
      const queue = waiting[attempt] ?? new Set();
      waiting[attempt] = queue;
      const self: Waiting = {
        go(turn) {
          queue.delete(self);
          signal?.removeEventListener("abort", giveUp);
          resolve(turn);
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

  function refused({ sent, place }: Turn, headers: Headers): void {
    const pauseMs = pace.onRefused(sent, headers);
    if (pauseMs === 0) return;
    place?.giveBack();
    places?.pause(pauseMs);
  }

  return async (request, next) => {
    const turn = await turnOf(request);
    if (turn === undefined) {
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
      if (status === 429) refused(turn, headers);
      else pace.onAccepted(turn.sent, headers);
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
