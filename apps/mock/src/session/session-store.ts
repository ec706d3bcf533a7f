import type { Clock } from "../clock.js";
import type { SessionData } from "./session-data.js";
import { createShelf, type KeptValue, limitsOf, type Shelf, type ShelfQuery } from "./shelf.js";

/**
 * One change of a session, as a function of its data and the time. It throws before it changes anything. Where another
 * process has changed the data meanwhile, it is called again with what there is then.
 */
export type Step<Result> = (data: SessionData, aside: Aside) => Result;

export interface Aside {
  /** The time of the store, which is not that of the session. */
  nowMs: number;
  /** Keeps a value on a shelf, together with the change. */
  keep(value: KeptValue): void;
}

export interface SessionStore {
  readonly name: string;
  /** As it was last read or written; for looking only. */
  readonly data: SessionData;
  /** True once the session has been forgotten. What is done to it from then on is of no effect. */
  readonly isForgotten: boolean;
  change<Result>(step: Step<Result>): Promise<Result>;
  find(shelf: string, name: string): Promise<unknown>;
  list(shelf: string, query: ShelfQuery): Promise<unknown[] | undefined>;
  /** Counts something. Returns how many times it was counted before. */
  count(what: string): Promise<number>;
  /** Calls the listener after each change, wherever that came from. */
  watch(watcher: SessionWatcher): void;
}

/** The part of a process that waits for changes of a session. */
export interface SessionWatcher {
  follow(): void;
  /** True while somebody waits. */
  isWaiting(): boolean;
}

/** More are not told apart; then all are counted from the start again. */
export const mostCounted = 10_000;

export function createMemorySession(name: string, data: SessionData, clock: Pick<Clock, "now">): SessionStore {
  const shelves = new Map<string, Shelf>();
  const counts = new Map<string, number>();
  const watchers: SessionWatcher[] = [];

  return {
    name,
    data,
    isForgotten: false,
    async change(step) {
      const result = step(data, { nowMs: clock.now(), keep });
      for (const watcher of watchers) watcher.follow();
      return result;
    },
    async find(shelf, name) {
      return shelves.get(shelf)?.find(name);
    },
    async list(shelf, query) {
      return shelfOf(shelf).list(query);
    },
    async count(what) {
      if (counts.size >= mostCounted) counts.clear();
      const count = counts.get(what) ?? 0;
      counts.set(what, count + 1);
      return count;
    },
    watch: (watcher) => void watchers.push(watcher),
  };

  function keep(kept: KeptValue): void {
    shelfOf(kept.shelf).put(kept);
  }

  function shelfOf(name: string): Shelf {
    const shelf = shelves.get(name) ?? createShelf(limitsOf(name));
    shelves.set(name, shelf);
    return shelf;
  }
}
