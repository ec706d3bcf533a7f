import { createRateWindow, type RateWindow, type WindowReading } from "./rate-window.js";
import { type TestKey, testKeys } from "./test-keys.js";

/** All that the mock remembers between requests. Nothing else in it changes. */
export interface State {
  findKey(key: string): Promise<TestKey | undefined>;
  /** Counts a request of a known key in its rate window, unless the window is full. */
  countRequest(key: string, nowMs: number): Promise<WindowReading>;
  hasVideo(id: string): Promise<boolean>;
  addVideo(id: string): Promise<void>;
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
    async hasVideo(id) {
      return given.has(id) || made.has(id);
    },
    async addVideo(id) {
      const [oldest] = made;
      if (oldest !== undefined && made.size >= videosKept) made.delete(oldest);
      made.add(id);
    },
  };
}
