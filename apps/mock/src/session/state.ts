import { accountOf, openingPoints } from "../account/account.js";
import { createLedger, type Ledger, type LedgerEntry, type LedgerPage, type LedgerQuery } from "../account/ledger.js";
import { createRateWindow, type RateWindow, type WindowReading } from "../keys/rate-window.js";
import type { TestKey } from "../keys/test-keys.js";
import { createResponseStore, exampleResponses, type ResponseStore } from "../responses/response-store.js";
import type { Promisable } from "../store/store.js";
import { createVideoStore, type VideoStore } from "../videos/video-store.js";

/** A change of keys: from all of them to those that are new or other than before. */
export type ChangeKeys = (keys: ReadonlyMap<string, TestKey>) => Readonly<Record<string, TestKey>>;

/** All that a session of the mock remembers between requests. Nothing else in it changes. */
export interface State {
  findKey(key: string): Promisable<TestKey | undefined>;
  /** Every key with what it may do, revoked ones included. */
  listKeys(): Promise<[key: string, rights: TestKey][]>;
  /** The points of every account that has a key, by its name. */
  listAccounts(): Promise<ReadonlyMap<string, number>>;
  /**
   * Changes keys in one step, and returns those that changed. Points stay with their account, and the window of a key stays
   * unless its rate changes. Throws what `change` throws; `change` may be called again if another change came first.
   */
  changeKeys(change: ChangeKeys): Promise<Readonly<Record<string, TestKey>>>;
  /** Calls the listener when a key stops working. Returns what ends that. */
  onRevoked(key: string, listener: () => void): () => void;
  /** Counts a request of a known key in its rate window, unless the window is full. */
  countRequest(key: string, nowMs: number): Promisable<WindowReading>;
  /** The points that the account of a known key has left. */
  balanceOf(key: string): Promisable<number>;
  /** Sets the balance of a key's account; the history stays as it is. */
  setBalance(key: string, points: number): Promise<void>;
  /** Takes the points of an entry from the account of a key, at most what it has left, and keeps the entry. */
  charge(key: string, entry: LedgerEntry): Promisable<void>;
  /** A page of the entries of a key's account; undefined where the entry to start after is not there. */
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
  /** The balance that an account starts with by default. */
  points: number;
}

/** State in the memory of this process. */
export function createState({ keys: given, requestsPerMinute, points }: StateOptions): State {
  const keys = new Map(Object.entries(given));
  const windows = new Map<string, RateWindow>();
  /** By account. */
  const ledgers = new Map<string, Ledger>();
  const watchers = new Map<string, Set<() => void>>();

  return {
    findKey: (key) => keys.get(key),
    async listKeys() {
      return [...keys];
    },
    async listAccounts() {
      return new Map([...keys].map(([key, rights]) => [accountOf(key, rights), ledgerOf(key).balance()]));
    },
    async changeKeys(change) {
      const changed = change(keys);
      for (const [key, rights] of Object.entries(changed)) putKey(key, rights);
      return changed;
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

  function putKey(key: string, rights: TestKey): void {
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
    const rights = keys.get(key);
    if (rights === undefined) throw new Error("A key that nobody knows has no account.");
    const account = accountOf(key, rights);
    const known = ledgers.get(account);
    if (known !== undefined) return known;
    const ledger = createLedger(openingPoints([key, rights], keys, points));
    ledgers.set(account, ledger);
    return ledger;
  }
}
