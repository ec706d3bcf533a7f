import { accountOf, openingPoints } from "../account/account.js";
import type { LedgerEntry } from "../account/ledger.js";
import type { WindowReading } from "../keys/rate-window.js";
import type { TestKey } from "../keys/test-keys.js";
import { exampleResponses, type KeptResponse } from "../responses/response-store.js";
import type { State } from "../session/state.js";
import { createExampleVideos, type VideoJob } from "../videos/video-store.js";
import {
  changeKeysScript,
  commitScript,
  historyScript,
  responseScript,
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
  /** The opening points of accounts that state none. */
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
      return (await read()).keys.get(key);
    },
    async listKeys() {
      return [...(await read()).keys];
    },
    async listAccounts() {
      const { keys, balances } = await read();
      const openings = [...keys].map(([key, rights]) => [accountOf(key, rights), openingOf(key, rights)] as const);
      return new Map([...openings, ...balances]);
    },
    async changeKeys(change) {
      for (;;) {
        const { keys, texts } = await read();
        const changed = change(keys);
        const rows = Object.entries(changed).flatMap(([key, rights]) => {
          const hasNewRate = keys.get(key)?.requestsPerMinute !== rights.requestsPerMinute;
          return [key, texts.get(key) ?? "", JSON.stringify(rights), hasNewRate ? "1" : "0"];
        });
        const [isDone] = (await store.run(changeKeysScript, ...rows)) ?? [1];
        if (isDone !== 1) continue; // another change came first
        for (const [key, { isRevoked }] of Object.entries(changed)) if (isRevoked) await options.tellRevoked(key);
        return changed;
      }
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
      if (entered?.key === key) return entered.points ?? openingOf(key, entered.rights);
      const { keys, balances } = await read();
      const rights = knownIn(keys, key);
      return balances.get(accountOf(key, rights)) ?? openingOf(key, rights);
    },
    async setBalance(key, balance) {
      await store.run(setBalanceScript, accountOf(key, await rightsOf(key)), balance);
    },
    async charge(key, { id, keyName, botName, timeMs, points: cost }) {
      const rights = await rightsOf(key);
      const entry = JSON.stringify([botName, keyName]);
      pending.push("charge", accountOf(key, rights), openingOf(key, rights), id, timeMs, cost, entry);
    },
    async listEntries(key, { limit, startingAfter, nowMs }) {
      const account = accountOf(key, await rightsOf(key));
      const [first = 0, ...rest] = (await store.run(historyScript, account, limit, startingAfter ?? "", nowMs)) ?? [];
      return first === -1 ? undefined : { entries: rest.map(entryIn), hasMore: first === 1 };
    },
    responses: {
      async keep(account, { id, thread, output }) {
        const items = output.map((item) => item.id).join(" ");
        pending.push("response", account, id, items, JSON.stringify({ thread, output }));
      },
      async findThread(account, id) {
        const [text] = (await store.run(responseScript, account, id, "response")) ?? [""];
        return (keptIn(text) ?? examples.responses().find((response) => response.id === id))?.thread;
      },
      async findItem(account, id) {
        const [text] = (await store.run(responseScript, account, id, "item")) ?? [""];
        const given = examples.responses().flatMap(({ output }) => output);
        return (keptIn(text)?.output ?? given).find((item) => item.id === id);
      },
    },
    videos: {
      add(account, job) {
        pending.push("video", `${job.id} ${account}`, JSON.stringify(job));
      },
      async find(account, id) {
        const [text] = (await store.run(videoScript, `${id} ${account}`)) ?? [""];
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

  async function rightsOf(key: string): Promise<TestKey> {
    return entered?.key === key ? entered.rights : knownIn((await read()).keys, key);
  }

  /** The session adds no key that states the points of an account. */
  function openingOf(key: string, rights: TestKey): number {
    return openingPoints([key, rights], Object.entries(worldKeys()), points);
  }

  /** The keys of the world, then those that the session added, with the rights that they have in it, and the accounts. */
  async function read(): Promise<SessionKeys> {
    const fields = (await store.run(readScript)) ?? [];
    const values = new Map<string, string>();
    for (let at = 0; at < fields.length; at += 2) values.set(String(fields[at]), String(fields[at + 1]));
    const named = (start: string) =>
      [...values]
        .filter(([field]) => field.startsWith(start))
        .map(([field, text]) => [field.slice(start.length), text] as const);
    const texts = new Map(named("k:"));
    const keys = new Map(Object.entries(worldKeys()));
    const placeOf = (key: string) => Number(values.get(`ki:${key}`) ?? 0);
    for (const [key, text] of [...texts].sort(([one], [other]) => placeOf(one) - placeOf(other))) {
      keys.set(key, JSON.parse(text) as TestKey); // written by `changeKeys`
    }
    return { keys, texts, balances: new Map(named("b:").map(([account, text]) => [account, Number(text)])) };
  }
}

/** The keys of a session and the points of its accounts. */
interface SessionKeys {
  keys: Map<string, TestKey>;
  /** The rights as they are in the store, of keys that are not as in the world. */
  texts: Map<string, string>;
  /** By account; absent where it has its first points. */
  balances: Map<string, number>;
}

function knownIn(keys: ReadonlyMap<string, TestKey>, key: string): TestKey {
  const rights = keys.get(key);
  if (rights === undefined) throw new Error("A key that nobody knows has no account.");
  return rights;
}

function keptIn(text: unknown): Omit<KeptResponse, "id"> | undefined {
  const [, kept] = /^[^\n]*\n(.*)$/s.exec(String(text ?? "")) ?? [];
  return kept === undefined ? undefined : (JSON.parse(kept) as Omit<KeptResponse, "id">); // written by `keep`
}

function entryIn(text: unknown): LedgerEntry {
  const [, timeMs, points, id = "", names = "[]"] = /^(\S+) (\S+) (\S+) (.*)$/s.exec(String(text)) ?? [];
  const [botName, keyName] = JSON.parse(names) as [string, string | undefined]; // written by `charge`
  return { id, keyName, botName, timeMs: Number(timeMs), points: Number(points) };
}
