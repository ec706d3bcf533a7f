import { createLedger, type Ledger, type LedgerEntry, type LedgerPage, type LedgerQuery } from "./account/ledger.js";
import { createRateWindow, type RateWindow, type WindowReading } from "./rate-window.js";
import { exampleResponses } from "./responses/example-responses.js";
import { createResponseStore, type ResponseStore } from "./responses/response-store.js";
import { type TestKey, testKeys } from "./test-keys.js";

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
  hasVideo(id: string): Promise<boolean>;
  addVideo(id: string): Promise<void>;
  responses: ResponseStore;
}

const videosKept = 10_000;

/** What there is from the start: the ids of videos, and the rate window of keys that have none of their own. */
export interface StateOptions {
  videos: Iterable<string>;
  requestsPerMinute: number;
}

/** State in the memory of this process. */
export function createState({ videos, requestsPerMinute }: StateOptions): State {
  const windows = new Map<string, RateWindow>();
  const ledgers = new Map<string, Ledger>();
  const given = new Set(videos);
  const made = new Set<string>();

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
    async hasVideo(id) {
      return given.has(id) || made.has(id);
    },
    async addVideo(id) {
      const [oldest] = made;
      if (oldest !== undefined && made.size >= videosKept) made.delete(oldest);
      made.add(id);
    },
    responses: createResponseStore(exampleResponses()),
  };

  function ledgerOf(key: string): Ledger {
    const ledger = ledgers.get(key) ?? createLedger(testKeys[key]?.openingPoints ?? 0);
    ledgers.set(key, ledger);
    return ledger;
  }
}
