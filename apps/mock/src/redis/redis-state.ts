import type { LedgerEntry } from "../account/ledger.js";
import type { WindowReading } from "../keys/rate-window.js";
import type { TestKey } from "../keys/test-keys.js";
import { exampleResponses, type KeptResponse } from "../responses/response-store.js";
import { revokedAlready, type State } from "../session/state.js";
import { createExampleVideos, type VideoJob } from "../videos/video-store.js";
import {
  balanceScript,
  commitScript,
  historyScript,
  putKeyScript,
  responseScript,
  rotateKeyScript,
  setBalanceScript,
  videoScript,
} from "./account-scripts.js";
import { readScript } from "./session-scripts.js";
import type { SessionStore } from "./session-store.js";

/** The state of a request's key, read when its session was entered. */
export interface EnteredKey {
  key: string;
  rights: TestKey;
  /** Absent where nothing was counted. */
  window: WindowReading | undefined;
  /** Undefined where the account has its first points. */
  points: number | undefined;
}

export interface RedisStateOptions {
  /** The keys of the session's world. */
  worldKeys: () => Readonly<Record<string, TestKey>>;
  /** The opening points of keys that set none. */
  points: number;
  /** Those who wait for a key to stop working, in this process. */
  watchers: Map<string, Set<() => void>>;
  /** Returns the number of keys known to have stopped working. */
  revocations: () => number;
  entered: EnteredKey | undefined;
  /** Keys of the request that are none. */
  unknown: readonly string[];
  /** Counts a request of a key where that was not done when its session was entered. */
  count(key: string): Promise<WindowReading>;
  /** Tells all processes of a key that has stopped working. */
  tellRevoked(key: string): Promise<void>;
}

const examples = { responses: exampleResponses, videos: createExampleVideos };

/** Makes a session's memory in Redis, for one request, with what was read when its session was entered. */
export function createRedisState(store: SessionStore, options: RedisStateOptions): State {
  const { worldKeys, points, watchers, entered, unknown } = options;
  let isCounted = false;
  const revocations = options.revocations();
  /** The changes that the request leaves behind, which are written in one step. */
  let pending: (string | number)[] = [];

  return {
    async findKey(key) {
      if (unknown.includes(key)) return undefined;
      if (options.revocations() === revocations && entered?.key === key) return entered.rights;
      return (await readKeys()).get(key);
    },
    async listKeys() {
      return [...(await readKeys())];
    },
    async putKey(key, rights) {
      const before = (await readKeys()).get(key);
      const hasNewRate = before?.requestsPerMinute !== rights.requestsPerMinute;
      await store.run(putKeyScript, key, JSON.stringify(rights), hasNewRate ? "1" : "0");
      if (rights.isRevoked) await options.tellRevoked(key);
    },
    async rotateKey(key, next) {
      const rights = (await readKeys()).get(key);
      if (rights === undefined) throw new Error("There is no such key to rotate.");
      const texts = [rights, { ...rights, isRevoked: true }].map((value) => JSON.stringify(value));
      const [isDone] = (await store.run(rotateKeyScript, key, next, ...texts, rights.points ?? points)) ?? [0];
      if (isDone !== 1) throw revokedAlready();
      await options.tellRevoked(key);
    },
    onRevoked(key, listener) {
      const listeners = watchers.get(key) ?? new Set();
      watchers.set(key, listeners);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0 && watchers.get(key) === listeners) watchers.delete(key);
      };
    },
    async countRequest(key) {
      if (entered?.key === key && entered.window !== undefined && !isCounted) {
        isCounted = true;
        return entered.window;
      }
      return options.count(key);
    },
    async balanceOf(key) {
      if (entered?.key === key) return entered.points ?? entered.rights.points ?? points;
      const [balance] = (await store.run(balanceScript, key)) ?? [""];
      return balance === "" ? await openingOf(key) : Number(balance);
    },
    async setBalance(key, balance) {
      await store.run(setBalanceScript, key, balance);
    },
    async charge(key, { id, botName, timeMs, points: cost }) {
      pending.push("charge", key, await openingOf(key), id, timeMs, cost, JSON.stringify(botName));
    },
    async listEntries(key, { limit, startingAfter, nowMs }) {
      const [first = 0, ...rest] = (await store.run(historyScript, key, limit, startingAfter ?? "", nowMs)) ?? [];
      return first === -1 ? undefined : { entries: rest.map(entryIn), hasMore: first === 1 };
    },
    responses: {
      async keep(key, { id, thread, output }) {
        const items = output.map((item) => item.id).join(" ");
        pending.push("response", key, id, items, JSON.stringify({ thread, output }));
      },
      async findThread(key, id) {
        const [text] = (await store.run(responseScript, key, id, "response")) ?? [""];
        return (keptIn(text) ?? examples.responses().find((response) => response.id === id))?.thread;
      },
      async findItem(key, id) {
        const [text] = (await store.run(responseScript, key, id, "item")) ?? [""];
        const given = examples.responses().flatMap(({ output }) => output);
        return (keptIn(text)?.output ?? given).find((item) => item.id === id);
      },
    },
    videos: {
      add(key, job) {
        pending.push("video", `${job.id} ${key}`, JSON.stringify(job));
      },
      async find(key, id) {
        const [text] = (await store.run(videoScript, `${id} ${key}`)) ?? [""];
        return text === "" ? undefined : (JSON.parse(String(text)) as VideoJob); // written by `add`
      },
      example: (id) => examples.videos().get(id),
    },
    async commit() {
      if (pending.length === 0) return;
      const writes = pending;
      pending = [];
      await store.run(commitScript, ...writes);
    },
  };

  async function openingOf(key: string): Promise<number> {
    const rights = entered?.key === key ? entered.rights : (await readKeys()).get(key);
    return rights?.points ?? points;
  }

  /** The keys of the world, then those that the session added, with the rights that they have in it. */
  async function readKeys(): Promise<Map<string, TestKey>> {
    const fields = (await store.run(readScript)) ?? [];
    const values = new Map<string, string>();
    for (let at = 0; at < fields.length; at += 2) values.set(String(fields[at]), String(fields[at + 1]));
    const keys = new Map(Object.entries(worldKeys()));
    const own = [...values.keys()].filter((field) => field.startsWith("k:")).map((field) => field.slice(2));
    const placeOf = (key: string) => Number(values.get(`ki:${key}`) ?? 0);
    for (const key of own.sort((one, other) => placeOf(one) - placeOf(other))) {
      keys.set(key, JSON.parse(values.get(`k:${key}`) ?? "null") as TestKey); // written by `putKey`
    }
    return keys;
  }
}

function keptIn(text: unknown): Omit<KeptResponse, "id"> | undefined {
  const [, kept] = /^[^\n]*\n(.*)$/s.exec(String(text ?? "")) ?? [];
  return kept === undefined ? undefined : (JSON.parse(kept) as Omit<KeptResponse, "id">); // written by `keep`
}

function entryIn(text: unknown): LedgerEntry {
  const [, timeMs, points, id = "", botName = '""'] = /^(\S+) (\S+) (\S+) (.*)$/s.exec(String(text)) ?? [];
  return { id, botName: String(JSON.parse(botName)), timeMs: Number(timeMs), points: Number(points) };
}
