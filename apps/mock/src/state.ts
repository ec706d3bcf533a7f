import { createLedger, type Ledger, type LedgerEntry, type LedgerPage, type LedgerQuery } from "./account/ledger.js";
import { createRateWindow, type RateWindow, type WindowReading } from "./rate-window.js";
import { exampleResponses } from "./responses/example-responses.js";
import { createResponseStore, type ResponseStore } from "./responses/response-store.js";
import { type TestKey, testKeys } from "./test-keys.js";
import { createVideoStore, type VideoStore } from "./videos/video-store.js";

/** All that the mock remembers between requests. Nothing else in it changes. */
export interface State {
  findKey(key: string): Promise<TestKey | undefined>;
  /** Counts a request of a known key in its rate window, unless the window is full. */
  countRequest(key: string, nowMs: number): Promise<WindowReading>;
  /** The points that a known key has left. */
  balanceOf(key: string): Promise<number>;
  /** Takes the points of an entry from a key, at most what it has left, and keeps the entry. */
  charge(key: string, entry: LedgerEntry): Promise<void>;
  /** A page of the entries of a key; undefined where the entry to start after is not there. */
  listEntries(key: string, query: LedgerQuery): Promise<LedgerPage | undefined>;
  responses: ResponseStore;
  videos: VideoStore;
}

/** What there is from the start. */
export interface StateOptions {
  /** The rate window of keys that have none of their own. */
  requestsPerMinute: number;
}

/** State in the memory of this process. */
export function createState({ requestsPerMinute }: StateOptions): State {
  const windows = new Map<string, RateWindow>();
  const ledgers = new Map<string, Ledger>();

  return {
    async findKey(key) {
      return Object.hasOwn(testKeys, key) ? testKeys[key] : undefined;
    },
    async countRequest(key, nowMs) {
      const window = windows.get(key) ?? createRateWindow(testKeys[key]?.requestsPerMinute ?? requestsPerMinute);
      windows.set(key, window);
      return window.take(nowMs);
    },
    async balanceOf(key) {
      return ledgerOf(key).balance();
    },
    async charge(key, entry) {
      ledgerOf(key).charge(entry);
    },
    async listEntries(key, query) {
      return ledgerOf(key).list(query);
    },
    responses: createResponseStore(exampleResponses()),
    videos: createVideoStore(),
  };

  function ledgerOf(key: string): Ledger {
    const ledger = ledgers.get(key) ?? createLedger(testKeys[key]?.openingPoints ?? 0);
    ledgers.set(key, ledger);
    return ledger;
  }
}
