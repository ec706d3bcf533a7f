import { type Clock, systemClock } from "../deadlines/clock.js";
import { checkNames, checkNumber } from "../options/check-options.js";
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
  queue: Set<Waiting>;
  /** Absent as long as it has to wait. */
  turn?: Turn;
  /** The time its timer is set for, if it is the first. */
  timerMs: number;
  /** Ends its wait, so that it looks again. */
  wake(): void;
}

// On Workers a request may be gone, and the timer of the first with it, so the others look a moment later too.
const lateMs = 1_000;
// Enough for 500 in a minute where the store takes two seconds for each.
const maxAsking = 20;
// An ask for a place that takes longer is taken for lost with its request.
const lostMs = 5_000;

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
  checkNumber("requestsPerMinute", requestsPerMinute, 1);
  if (concurrency !== Infinity) checkNumber("concurrency", concurrency, 1);
  checkNumber("maxRetryAfterMs", maxRetryAfterMs, 0);
  const clock = { ...systemClock, ...given };
  const pace = createPace({ requestsPerMinute, maxRetryAfterMs, clock });
  const places = shared && createSharedPlaces(shared, { requestsPerMinute, clock });
  // By the number of the attempt: the more often a call was refused, the sooner it goes.
  const queues: Set<Waiting>[] = [];
  let underWay = 0;
  let asking = 0;
  let askedMs = 0;
  // When the first that waits may go; `Infinity` while it waits for something else than time.
  let dueMs = Infinity;

  /** Lets those go whose turn it is. A place that was taken for one of them goes to the next, or back. */
  function letGo(taken?: Place): void {
    let place = taken;
    for (let next = nextWaiting(); next !== undefined; next = nextWaiting()) {
      const nowMs = clock.now();
      dueMs = underWay < concurrency ? Math.max(pace.dueMs(nowMs), places?.dueMs ?? 0) : Infinity;
      if (dueMs <= nowMs && places !== undefined && place === undefined) {
        dueMs = Infinity;
        askForPlaces(places, nowMs);
      }
      if (dueMs > nowMs) {
        if (next.timerMs !== dueMs) next.wake();
        break;
      }
      underWay++;
      next.queue.delete(next);
      next.turn = { sent: pace.send(nowMs), place };
      next.wake();
      place = undefined;
    }
    place?.giveBack();
  }

  /** Asks for several places at once, because a store may be slow, and for no more than can be used. */
  function askForPlaces(all: SharedPlaces, nowMs: number): void {
    if (nowMs - askedMs > lostMs) asking = 0;
    const waiting = queues.reduce((count, { size }) => count + size, 0);
    while (asking < Math.min(waiting, concurrency - underWay, maxAsking)) {
      asking++;
      askedMs = nowMs;
      void all.take().then((place) => {
        asking = Math.max(0, asking - 1);
        letGo(place);
      });
    }
  }

  function nextWaiting(): Waiting | undefined {
    // A retry has fewer chances left than a first attempt, so it goes sooner. A scout is the one with the most.
    const sooner = pace.wantsScout ? queues : queues.toReversed();
    for (const queue of sooner) for (const next of queue ?? []) return next;
    return undefined;
  }

  /** Waits for a turn, on a timer of its own: one of another attempt dies with its request on Workers. */
  async function turnOf({ attempt, signal }: AttemptRequest): Promise<Turn | undefined> {
    const queue = queues[attempt] ?? new Set();
    const self: Waiting = { queue, timerMs: Infinity, wake() {} };
    const wake = () => self.wake();
    queues[attempt] = queue.add(self);
    signal?.addEventListener("abort", wake);
    while (!signal?.aborted) {
      letGo();
      if (self.turn !== undefined) break;
      const isFirst = dueMs < Infinity && nextWaiting() === self;
      const delayMs = (dueMs < Infinity ? dueMs - clock.now() : 0) + (isFirst ? 0 : lateMs);
      self.timerMs = isFirst ? dueMs : Infinity;
      await new Promise<void>((resolve) => {
        const cancelTimer = clock.after(delayMs, wake, isFirst ? "wait" : "watch");
        self.wake = () => {
          cancelTimer();
          resolve();
        };
      });
    }
    signal?.removeEventListener("abort", wake);
    queue.delete(self);
    letGo();
    return self.turn;
  }

  function refused({ sent, place }: Turn, headers: Headers): void {
    const pauseMs = pace.onRefused(sent, headers);
    if (pauseMs === 0) return;
    place?.giveBack();
    places?.pause(pauseMs);
  }

  return async (request, next) => {
    const turn = await turnOf(request);
    // One that took no turn was aborted, and is not sent.
    if (turn === undefined) return next();
    let isUnderWay = true;
    const end = () => {
      if (isUnderWay) underWay--;
      isUnderWay = false;
      letGo();
    };
    if (concurrency !== Infinity) request.onCallEnd(end);
    try {
      const { status, headers } = await next();
      if (status === 429) refused(turn, headers);
      else pace.onAccepted(turn.sent, headers);
      if (concurrency === Infinity || status < 200 || status > 299) end();
    } catch (error) {
      end();
      throw error;
    }
  };
}
