import { accountOf, openingPoints } from "../account/account.js";
import { charge, type LedgerEntry, type LedgerQuery, listEntries } from "../account/ledger.js";
import { countRequest, emptyWindow, isOver, type WindowReading } from "../keys/rate-window.js";
import type { TestKey } from "../keys/test-keys.js";
import { createResponseStore } from "../responses/response-store.js";
import { createVideoStore } from "../videos/video-store.js";
import type { World } from "../world/world.js";
import type { SessionData } from "./session-data.js";
import type { SessionStore } from "./session-store.js";
import type { KeptValue } from "./shelf.js";
import { timeOf } from "./virtual-clock.js";

/** A change of keys: from all of them to those that are new or other than before. */
export type ChangeKeys = (keys: ReadonlyMap<string, TestKey>) => Readonly<Record<string, TestKey>>;

export interface Remains {
  entry?: LedgerEntry | undefined;
  kept?: readonly KeptValue[] | undefined;
}

export interface StateOptions {
  world: () => World;
  /** The rate window of keys that have none of their own. */
  requestsPerMinute: number;
  /** The balance that an account starts with by default. */
  points: number;
}

/** The keys of a session, their accounts, and what requests left behind. */
export type State = ReturnType<typeof createState>;

export function createState(store: SessionStore, { world, requestsPerMinute, points }: StateOptions) {
  const watchers = new Map<string, Set<() => void>>();

  return {
    findKey: (key: string) => findKey(store.data, world(), key),
    /** Every key with what it may do, revoked ones included. */
    async listKeys() {
      return [...keysIn(store.data, world())];
    },
    /** The points of every account that has a key, by its name. */
    async listAccounts() {
      const { data } = store;
      const keys = [...keysIn(data, world())];
      const openingOf = openingPoints(keys, points);
      return new Map(
        keys.map(([key, rights]) => {
          const account = accountOf(key, rights);
          return [account, data.points.get(account) ?? openingOf(key, rights)];
        }),
      );
    },
    /**
     * Changes keys in one step, and returns those that changed. Points stay with their account, and the window of a key stays
     * unless its rate changes. Throws what `change` throws; `change` may be called again if another change came first.
     */
    changeKeys: (change: ChangeKeys) =>
      store.change((data) => {
        const changed = change(keysIn(data, world()));
        for (const [key, rights] of Object.entries(changed)) {
          if (rights.requestsPerMinute !== findKey(data, world(), key)?.requestsPerMinute) data.windows.delete(key);
          if (rights.isRevoked) data.signals += 1;
        }
        data.keys = new Map([...data.keys, ...Object.entries(changed)]);
        return changed;
      }),
    /** Calls the listener when a key stops working. Returns what ends that. */
    onRevoked(key: string, listener: () => void) {
      const listeners = watchers.get(key) ?? new Set();
      watchers.set(key, listeners);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0 && watchers.get(key) === listeners) watchers.delete(key);
      };
    },
    /** Counts a request of a known key in its rate window, unless the window is full. */
    countRequest: (key: string) =>
      store.change((data, { nowMs }) => {
        const limit = knownIn(data, key).requestsPerMinute ?? requestsPerMinute;
        return countIn(data, key, { limit, nowMs });
      }),
    balanceOf: (key: string) => balanceIn(store.data, key),
    /** Sets the balance of a key's account; the history stays as it is. */
    setBalance: (key: string, balance: number) =>
      store.change((data) => void data.points.set(accountOf(key, knownIn(data, key)), balance)),
    /** Takes the points of a request from the account of its key, at most what it has left, and keeps what is to be kept. */
    leave: (key: string, { entry, kept = [] }: Remains) =>
      store.change((data, aside) => {
        const rights = knownIn(data, key);
        if (entry !== undefined) charge(accountOf(key, rights), () => openingIn(data, key), entry)(data, aside);
        for (const value of kept) aside.keep(value);
      }),
    /** A page of the entries of a key's account; undefined where the entry to start after is not there. */
    listEntries: (key: string, query: LedgerQuery) =>
      listEntries(store, accountOf(key, knownIn(store.data, key)), query),
    responses: createResponseStore(store),
    videos: createVideoStore(store),
    /** Tells those who wait for a key to stop working where that has happened elsewhere. */
    follow() {
      for (const [key, listeners] of [...watchers]) {
        if (findKey(store.data, world(), key)?.isRevoked !== true) continue;
        for (const listener of [...listeners]) listener();
      }
    },
    /** True while somebody waits for that. */
    isWatched: () => watchers.size > 0,
  };

  function knownIn(data: SessionData, key: string): TestKey {
    const rights = findKey(data, world(), key);
    if (rights === undefined) throw new Error("A key that nobody knows has no account.");
    return rights;
  }

  function balanceIn(data: SessionData, key: string): number {
    return data.points.get(accountOf(key, knownIn(data, key))) ?? openingIn(data, key);
  }

  function openingIn(data: SessionData, key: string): number {
    return openingPoints(keysIn(data, world()), points)(key, knownIn(data, key));
  }
}

export function findKey({ keys }: SessionData, world: World, key: string): TestKey | undefined {
  // A key may be called like something that every object has.
  return keys.get(key) ?? (Object.hasOwn(world.keys, key) ? world.keys[key] : undefined);
}

/** The keys of the world, with the rights that they have in a session, then those that it added. */
function keysIn({ keys }: SessionData, world: World): ReadonlyMap<string, TestKey> {
  return new Map([...Object.entries(world.keys), ...keys]);
}

/** Counts a request of a key by the session's time. Windows in which nothing is left are dropped. */
export function countIn(
  { windows, clock }: SessionData,
  key: string,
  { limit, nowMs }: { limit: number; nowMs: number },
): WindowReading {
  const timeMs = timeOf(clock, nowMs);
  const window = windows.get(key) ?? emptyWindow();
  if (windows.size > 1) windows.delete(key); // set again as the last
  for (const [other, oldest] of windows) {
    if (!isOver(oldest, timeMs)) break;
    windows.delete(other);
  }
  windows.set(key, window);
  return countRequest(window, limit, timeMs);
}
