import type { Clock } from "../deadlines/clock.js";

/**
 * Counts the attempts of several pacers, such as those of all processes that use one key.
 * `@model-access/sdk/points-redis` keeps the count in Redis; write your own for another store. Each function is one atomic
 * step for all who call it, and none may hang: one that can't reach its store rejects.
 */
export interface SharedPace {
  /**
   * Takes one of so many places in any `windowMs`, and gives its id; where none is free, or a pause holds, says after how
   * many milliseconds to ask again. The time is the store's, because the clocks of processes differ.
   */
  takePlace(limit: { places: number; windowMs: number }): Promise<{ place: string } | { waitMs: number }>;
  /** Frees a place whose attempt was not sent, or was refused. One that is free already stays so. */
  returnPlace(place: string): Promise<void>;
  /** Gives out no places for this long. A longer current pause stays. */
  pause(pauseMs: number): Promise<void>;
}

/** A place in the window of all. */
export interface Place {
  giveBack(): void;
}

/** The window of all, as one pacer sees it. */
export interface SharedPlaces {
  /** The time before which there is no place. */
  readonly dueMs: number;
  /** Takes a place, if there is one. */
  take(): Promise<Place | undefined>;
  /** Tells the others of a pause. */
  pause(pauseMs: number): void;
}

const minuteMs = 60_000;
// A request that takes longer than another to reach the service shortens the time between them, so a place is kept for a
// minute and as long as a request may be on its way.
const onTheWayMs = 1_000;
// Places that were taken together become free together; who waits for them takes several at a time.
const shortestWaitMs = 20;

/** Takes places of the shared window; where the store fails, as many as are asked for, and the pacer goes by its own count. */
export function createSharedPlaces(
  shared: SharedPace,
  { requestsPerMinute, clock }: { requestsPerMinute: number; clock: Clock },
): SharedPlaces {
  const limit = { places: requestsPerMinute, windowMs: minuteMs + onTheWayMs };
  let dueMs = 0;

  return {
    get dueMs() {
      return dueMs;
    },
    async take() {
      const answer = await attempt(() => shared.takePlace(limit));
      if (answer === undefined) return { giveBack() {} };
      if ("place" in answer) return { giveBack: () => void attempt(() => shared.returnPlace(answer.place)) };
      dueMs = clock.now() + Math.max(answer.waitMs, shortestWaitMs * (1 + clock.random()));
      return undefined;
    },
    pause: (pauseMs) => void attempt(() => shared.pause(pauseMs)),
  };
}

/** Undefined if the store fails. */
async function attempt<Result>(step: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await step();
  } catch {
    return undefined;
  }
}
