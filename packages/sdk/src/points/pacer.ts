import { type Clock, systemClock } from "../deadlines/clock.js";
import { checkNames, checkNumber } from "../options/check-options.js";
import type { Middleware } from "../transport/middleware.js";
import { createPace, type SentAttempt, type SharedPace } from "./pace.js";

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

/** An attempt in the pacer. */
interface Entry {
  readonly queue: Set<Entry>;
  /** With a turn it goes at once; where there is a shared count, it asks there for a place first. */
  state: "waiting" | "turn" | "asking" | "going" | "aborted";
  sent?: SentAttempt;
  place?: string | undefined;
  /** The time its timer is set for, if it is the first that waits. */
  timerMs: number;
  /** True if it was woken and did not run since. */
  isSilent: boolean;
  wake(): void;
}

const minuteMs = 60_000;
// On Workers a request may be gone without a word, and its timer and its place with it; the others look a moment later.
const lateMs = 1_000;
// Enough for 500 in a minute where the store takes two seconds for each.
const maxAsking = 20;
// A request that takes longer than another to reach the service shortens the time between them, so a shared place is kept
// for a minute and as long as a request may be on its way.
const onTheWayMs = 1_000;
// Places that were taken together become free together; who waits for them takes several at a time.
const shortestWaitMs = 20;

/**
 * Makes a middleware that limits the attempts in any minute; the rest wait their turn, retries first, or until they are
 * aborted. A 429 holds all of them up for as long as it says, and for a minute after that they are sent one by one. A
 * pacer counts the attempts of its clients and of the pacers that share its count, not those of other users of the key.
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
  const limit = { places: requestsPerMinute, windowMs: minuteMs + onTheWayMs };
  // By the number of the attempt: the more often a call was refused, the sooner it goes.
  const queues: Set<Entry>[] = [];
  const underWay = new Set<Entry>();
  // Those under way that still wait for a place in the shared count.
  const asking = new Set<Entry>();
  // The time before which the shared count has no place.
  let placesMs = 0;
  // When the first that waits may go; `Infinity` while it waits for something else than time.
  let dueMs = Infinity;
  let wokenMs = 0;

  /** Gives a turn to those who may go. */
  function startDue(): void {
    for (let next = firstWaiting(); next !== undefined; next = firstWaiting()) {
      const nowMs = clock.now();
      if (isFull()) removeGone(nowMs);
      dueMs = isFull() ? Infinity : Math.max(pace.dueMs(nowMs), placesMs);
      if (dueMs > nowMs) {
        if (next.timerMs !== dueMs) next.wake();
        return;
      }
      next.state = "turn";
      next.sent = pace.send(nowMs);
      underWay.add(next);
      if (shared) asking.add(next);
      else next.queue.delete(next);
      next.wake();
    }
  }

  function firstWaiting(): Entry | undefined {
    // A retry has fewer chances left than a first attempt, so it goes sooner.
    for (const queue of queues.toReversed()) for (const next of queue ?? []) if (next.state === "waiting") return next;
    return undefined;
  }

  function isFull(): boolean {
    return underWay.size >= concurrency || asking.size >= maxAsking;
  }

  /** Wakes all under way, and removes those who did not run since they were woken before. */
  function removeGone(nowMs: number): void {
    if (nowMs - wokenMs < lateMs) return;
    wokenMs = nowMs;
    for (const entry of underWay) {
      if (entry.isSilent) remove(entry);
      entry.isSilent = true;
      entry.wake();
    }
  }

  function remove(entry: Entry): void {
    for (const entries of [entry.queue, underWay, asking]) entries.delete(entry);
  }

  /** Waits until somebody wakes the entry, or so long. */
  async function sleep(entry: Entry, delayMs = Infinity, kind?: "wait" | "watch"): Promise<void> {
    entry.isSilent = false;
    await new Promise<void>((resolve) => {
      const cancelTimer = delayMs < Infinity ? clock.after(Math.max(0, delayMs), () => entry.wake(), kind) : resolve;
      entry.wake = () => {
        cancelTimer();
        resolve();
      };
    });
    entry.isSilent = false;
  }

  /** Waits for a turn, on a timer of its own: one of another attempt dies with its request on Workers. */
  async function waitForTurn(entry: Entry, signal: AbortSignal | undefined): Promise<void> {
    const wake = () => entry.wake();
    signal?.addEventListener("abort", wake);
    entry.queue.add(entry);
    while (!signal?.aborted) {
      startDue();
      if (entry.state === "turn") {
        entry.state = shared ? "asking" : "going";
        if (shared) void takePlace(entry, shared);
      }
      if (entry.state === "going") break;
      if (entry.state === "asking") {
        await sleep(entry);
        continue;
      }
      const isFirst = dueMs < Infinity && firstWaiting() === entry;
      entry.timerMs = isFirst ? dueMs : Infinity;
      const delayMs = (dueMs < Infinity ? dueMs - clock.now() : 0) + (isFirst ? 0 : lateMs);
      await sleep(entry, delayMs, isFirst ? "wait" : "watch");
    }
    signal?.removeEventListener("abort", wake);
    if (entry.state !== "going") {
      entry.state = "aborted";
      remove(entry);
    }
    startDue();
  }

  /** Asks for a place in the shared count. If its store fails, the pacer's own count is enough. */
  async function takePlace(entry: Entry, store: SharedPace): Promise<void> {
    const answer = await tryStep(() => store.takePlace(limit));
    asking.delete(entry);
    if (answer !== undefined && "waitMs" in answer) {
      placesMs = clock.now() + Math.max(answer.waitMs, shortestWaitMs * (1 + clock.random()));
      underWay.delete(entry);
      if (entry.sent) pace.takeBack(entry.sent);
      if (entry.state === "asking") entry.state = "waiting";
    } else {
      entry.place = answer?.place;
      if (entry.state === "asking") entry.state = "going";
      else returnPlace(entry);
      entry.queue.delete(entry);
    }
    entry.wake();
    startDue();
  }

  function returnPlace({ place }: Entry): void {
    if (place !== undefined) void tryStep(async () => shared?.returnPlace(place));
  }

  return async (request, next) => {
    const { attempt, signal } = request;
    queues[attempt] ??= new Set();
    const entry: Entry = { queue: queues[attempt], state: "waiting", timerMs: Infinity, isSilent: false, wake() {} };
    await waitForTurn(entry, signal);
    // It was aborted, and is not sent.
    if (entry.sent === undefined || entry.state !== "going") return next();
    const end = () => {
      remove(entry);
      startDue();
    };
    void stayUnderWay(entry);
    if (concurrency !== Infinity) request.onCallEnd(end);
    try {
      const { status, headers } = await next();
      const pauseMs = pace.onAnswer(entry.sent, status, headers);
      if (pauseMs !== undefined) {
        returnPlace(entry);
        void tryStep(async () => shared?.pause(pauseMs));
      }
      if (concurrency === Infinity || status < 200 || status > 299) end();
    } catch (error) {
      end();
      throw error;
    }
  };

  /** Runs as long as its request lives. */
  async function stayUnderWay(entry: Entry): Promise<void> {
    while (underWay.has(entry)) await sleep(entry);
  }
}

/** Undefined if the store fails. */
async function tryStep<Result>(step: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await step();
  } catch {
    return undefined;
  }
}
