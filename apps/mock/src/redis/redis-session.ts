import { setTimeout as sleep } from "node:timers/promises";
import { type DataFormat, dataParts, type SessionData, type WrittenData } from "../session/session-data.js";
import {
  type Aside,
  mostCounted,
  type SessionStore,
  type SessionWatcher,
  type Step,
} from "../session/session-store.js";
import { type KeptValue, limitsOf, type ShelfLimits, type ShelfQuery } from "../session/shelf.js";
import type { Connection } from "./connect.js";
import type { Script } from "./script.js";
import {
  countScript,
  findScript,
  forgetScript,
  listScript,
  readScript,
  sizeScript,
  writeScript,
} from "./session-scripts.js";

/** A session in Redis, as one process knows it. */
export interface RedisSession extends SessionStore {
  /** Tells the session from one of the same name that has been forgotten. */
  readonly begun: string;
  refresh(): Promise<void>;
  /** True while somebody here waits for its changes. */
  isWaiting(): boolean;
  /** Puts a value on a shelf, and tells a channel of its name; whatever the data is meanwhile. */
  put(value: KeptValue, limits: Partial<ShelfLimits>, channel: string): Promise<void>;
  /** The names and values of a shelf, newest first, after one of them. */
  listAfter(shelf: string, query: { limit: number; after: string }): Promise<[name: string, value: unknown][]>;
  sizeOf(shelf: string): Promise<number>;
  clear(shelf: string): Promise<void>;
}

export interface Found {
  begun: string;
  version: number;
  data: SessionData;
}

export interface RedisSessionOptions {
  connection: Connection;
  format: DataFormat;
  ttlMs: number;
  /** The channel that tells of a session in which those who wait have something to hear. */
  channel: string;
  /** Gets a session that has begun, or that has been kept from ending. */
  onTouch: (name: string) => Promise<void>;
}

interface Change {
  step: Step<unknown>;
  resolve: (result: never) => void;
  reject: (error: unknown) => void;
}

/** For so long after another process was first, a process lets the others have a turn after each of its own. */
const politeMs = 1000;
const longestTurnMs = 20;

/**
 * The changes of one process wait for each other, so that they never race, and those that have come meanwhile are written
 * at once. Where another process was first, they are made again on what it has written.
 */
export function createRedisSession(name: string, found: Found, options: RedisSessionOptions): RedisSession {
  const { connection, format, ttlMs, channel, onTouch } = options;
  const { begun } = found;
  let { version, data } = found;
  /** The parts that the store has. */
  let stored: Partial<WrittenData> = version === 0 ? {} : format.write(data);
  let isForgotten = false;
  /** True where it is not known what the store has. */
  let isUnsure = false;
  const waiting: Change[] = [];
  let isWriting = false;
  let politeUntilMs = 0;
  const watchers: SessionWatcher[] = [];

  return {
    name,
    begun,
    get data() {
      return data;
    },
    get isForgotten() {
      return isForgotten;
    },
    change: (step) =>
      new Promise((resolve, reject) => {
        waiting.push({ step, resolve, reject });
        if (!isWriting) void writeAll();
      }),
    async find(shelf, name) {
      const text = await run(findScript, shelf, name);
      return text === null ? undefined : JSON.parse(String(text));
    },
    async list(shelf, { limit, before = "" }: ShelfQuery) {
      const rows = await run(listScript, shelf, limit, before, "");
      return rows === null ? undefined : rowsIn(rows).map(([, value]) => value);
    },
    listAfter: async (shelf, { limit, after }) => rowsIn(await run(listScript, shelf, limit, "", after)),
    count: async (what) => Number(await run(countScript, what, mostCounted)),
    sizeOf: async (shelf) => Number(await run(sizeScript, shelf)),
    clear: async (shelf) => void (await run(forgetScript, shelf)),
    put: async (value, limits, told) =>
      void (await run(writeScript, "any", told, value.name, 0, ...written(value, limits))),
    watch: (watcher) => void watchers.push(watcher),
    isWaiting: () => watchers.some((watcher) => watcher.isWaiting()),
    refresh,
  };

  function run(script: Script, ...args: (string | number)[]): Promise<unknown> {
    return connection.run(script, sessionKey(name), [String(ttlMs), begun, ...args.map(String)]);
  }

  async function writeAll(): Promise<void> {
    isWriting = true;
    await undefined; // for what the same turn changes
    while (waiting.length > 0) {
      const changes: Change[] = [];
      try {
        const sentMs = performance.now();
        for (const settle of await write(changes)) settle();
        const tookMs = performance.now() - sentMs;
        if (sentMs < politeUntilMs) await sleep(Math.min(longestTurnMs, tookMs) * (1 + Math.random()));
      } catch (error) {
        isUnsure = true;
        for (const { reject } of changes) reject(error);
      }
    }
    isWriting = false;
  }

  /** Makes changes, and gives what tells their results once they are written. */
  async function write(changes: Change[]): Promise<(() => void)[]> {
    for (;;) {
      changes.push(...waiting.splice(0));
      if (isUnsure) await refresh();
      const draft = data;
      const before = { version, signals: draft.signals };
      const kept: KeptValue[] = [];
      const sentMs = connection.now();
      const aside = { nowMs: sentMs, keep: (value: KeptValue) => void kept.push(value) };
      const settles = changes.map((change) => apply(change, draft, aside));
      if (isForgotten) return settles;
      const told = draft.signals === before.signals ? "" : channel;
      const values = kept.flatMap((value) => written(value, limitsOf(value.shelf)));
      const texts = format.write(draft);
      const parts = dataParts.flatMap((part) => (texts[part] === stored[part] ? [] : [part, texts[part]]));
      const reply = await run(writeScript, before.version, told, name, parts.length / 2, ...parts, ...values);
      const [kind, serverMs] = reply as [number, string]; // by the script
      connection.learnTime(Number(serverMs), sentMs);
      if (kind > 0) {
        ({ version, data, stored } = { version: before.version + 1, data: draft, stored: texts });
        if (kind === 2) await onTouch(name).catch(() => undefined); // it is written all the same
        tell();
        return settles;
      }
      isUnsure = true; // a store that was started again may have older data too
      take(foundIn(reply, format));
      politeUntilMs = performance.now() + politeMs;
    }
  }

  async function refresh(): Promise<void> {
    take(foundIn(await run(readScript), format));
    tell();
  }

  /** Takes over what the store has. Of a session that has been forgotten, this process goes on with what it knew. */
  function take(other: Found | undefined): void {
    // One that has not been written yet is as forgotten where another process was the first to begin it.
    isForgotten ||= other === undefined ? version > 0 : other.begun !== begun;
    if (!isForgotten && other !== undefined && (isUnsure || other.version > version)) {
      ({ version, data } = other);
      stored = format.write(data);
    }
    isUnsure = false;
  }

  function tell(): void {
    for (const watcher of watchers) watcher.follow();
  }

  function apply({ step, resolve, reject }: Change, draft: SessionData, aside: Aside): () => void {
    try {
      const result = step(draft, aside);
      return () => resolve(result as never); // it is what the one who waits has asked for
    } catch (error) {
      return () => reject(error);
    }
  }
}

/** The hash of a session; its tag keeps all of its keys on one node of a cluster. */
export const sessionKey = (name: string) => `model-access-mock:{${name}}:session`;

/** A session as a script gives it; undefined where there is none. */
export function foundIn(reply: unknown, format: DataFormat): Found | undefined {
  const [, , begun, version, texts] = reply as [number, string, string, string, string[]]; // by the script
  if (begun === "") return undefined;
  const written = Object.fromEntries(dataParts.map((part, index) => [part, texts[index]])) as WrittenData;
  return { begun, version: Number(version), data: format.read(written) };
}

function written({ shelf, name, atMs, value }: KeptValue, limits: Partial<ShelfLimits>): (string | number)[] {
  const { entries, bytes, ageMs } = { ...limitsOf(shelf), ...limits };
  return [shelf, name, atMs, JSON.stringify(value), entries, bytes, ageMs];
}

function rowsIn(reply: unknown): [name: string, value: unknown][] {
  const texts = (reply ?? []) as string[]; // by the script
  return Array.from({ length: texts.length / 2 }, (_, row) => [
    texts[2 * row] ?? "",
    JSON.parse(texts[2 * row + 1] ?? "null"),
  ]);
}
