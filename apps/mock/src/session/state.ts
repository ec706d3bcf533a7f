import { createLedger, type Ledger, type LedgerEntry, type LedgerPage, type LedgerQuery } from "../account/ledger.js";
import { createRateWindow, type RateWindow, type WindowReading } from "../keys/rate-window.js";
import type { TestKey } from "../keys/test-keys.js";
import { Refusal } from "../refusal.js";
import { createResponseStore, exampleResponses, type ResponseStore } from "../responses/response-store.js";
import type { Promisable } from "../store/store.js";
import { createVideoStore, type VideoStore } from "../videos/video-store.js";

/** All that a session of the mock remembers between requests. Nothing else in it changes. */
export interface State {
  findKey(key: string): Promisable<TestKey | undefined>;
  /** Every key with what it may do, revoked ones included. */
  listKeys(): Promise<[key: string, rights: TestKey][]>;
  /** Puts a key there, or other rights in the place of its own; its points and its window stay as they are. */
  putKey(key: string, rights: TestKey): Promise<void>;
  /** Gives a key another value: the new one has its rights, points and history, the old one is revoked. */
  rotateKey(key: string, next: string): Promise<void>;
  /** Calls the listener when a key stops working. Returns what ends that. */
  onRevoked(key: string, listener: () => void): () => void;
  /** Counts a request of a known key in its rate window, unless the window is full. */
  countRequest(key: string, nowMs: number): Promisable<WindowReading>;
  /** The points that a known key has left. */
  balanceOf(key: string): Promisable<number>;
  /** Sets the balance of a key; its history stays as it is. */
  setBalance(key: string, points: number): Promise<void>;
  /** Takes the points of an entry from a key, at most what it has left, and keeps the entry. */
  charge(key: string, entry: LedgerEntry): Promisable<void>;
  /** A page of the entries of a key; undefined where the entry to start after is not there. */
  listEntries(key: string, query: LedgerQuery): Promise<LedgerPage | undefined>;
  responses: ResponseStore;
  videos: VideoStore;
  /** Writes what a request has to leave behind before it is answered, where that was not done yet. */
  commit(): Promisable<void>;
}

/** The state at the start. */
export interface StateOptions {
  keys: Readonly<Record<string, TestKey>>;
  /** The rate window of keys that have none of their own. */
  requestsPerMinute: number;
  /** The balance that a key starts with by default. */
  points: number;
}

/** The refusal of a key that can't be rotated any more. */
export function revokedAlready(): Refusal {
  return new Refusal("conflict", "This key is revoked; create a new one.");
}

/** State in the memory of this process. */
export function createState({ keys: given, requestsPerMinute, points }: StateOptions): State {
  const keys = new Map(Object.entries(given));
  const windows = new Map<string, RateWindow>();
  const ledgers = new Map<string, Ledger>();
  const watchers = new Map<string, Set<() => void>>();

  return {
    findKey: (key) => keys.get(key),
    async listKeys() {
      return [...keys];
    },
    putKey,
    async rotateKey(key, next) {
      const rights = keys.get(key);
      if (rights === undefined) throw new Error("There is no such key to rotate.");
      if (rights.isRevoked) throw revokedAlready();
      ledgers.set(next, ledgerOf(key));
      await Promise.all([putKey(next, rights), putKey(key, { ...rights, isRevoked: true })]); // at once
    },
    onRevoked(key, listener) {
      const listeners = watchers.get(key) ?? new Set();
      watchers.set(key, listeners);
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    countRequest: (key, nowMs) => windowOf(key).take(nowMs),
    balanceOf: (key) => ledgerOf(key).balance(),
    async setBalance(key, points) {
      ledgerOf(key).setBalance(points);
    },
    charge: (key, entry) => ledgerOf(key).charge(entry),
    async listEntries(key, query) {
      return ledgerOf(key).list(query);
    },
    responses: createResponseStore(exampleResponses()),
    videos: createVideoStore(),
    commit: () => undefined,
  };

  async function putKey(key: string, rights: TestKey): Promise<void> {
    if (rights.requestsPerMinute !== keys.get(key)?.requestsPerMinute) windows.delete(key);
    keys.set(key, rights);
    if (rights.isRevoked) for (const listener of [...(watchers.get(key) ?? [])]) listener();
  }

  function windowOf(key: string): RateWindow {
    const known = windows.get(key);
    if (known !== undefined) return known;
    const window = createRateWindow(keys.get(key)?.requestsPerMinute ?? requestsPerMinute);
    windows.set(key, window);
    return window;
  }

  function ledgerOf(key: string): Ledger {
    const known = ledgers.get(key);
    if (known !== undefined) return known;
    const ledger = createLedger(keys.get(key)?.points ?? points);
    ledgers.set(key, ledger);
    return ledger;
  }
}
