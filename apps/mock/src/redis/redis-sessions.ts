import { randomUUID } from "node:crypto";
import { systemClock } from "../clock.js";
import { createJournalBudget } from "../journal/journal-budget.js";
import { createDataFormat, type SessionData } from "../session/session-data.js";
import type { SessionPlace } from "../session/sessions.js";
import type { Connection } from "./connect.js";
import { createRedisJournal } from "./redis-journal.js";
import { createRedisSession, foundIn, type RedisSession, sessionKey } from "./redis-session.js";
import type { RedisStoreOptions } from "./redis-store.js";
import { defineScript } from "./script.js";
import { forgetScript, readScript } from "./session-scripts.js";

/** More are not kept in the store; then the one that was used longest ago is forgotten. */
const sessionsKept = 10_000;
/** More are not remembered by one process, unless they have streams. */
const sessionsKnown = 1_000;

const registry = "model-access-mock:{sessions}";
const touchScript = defineScript(`
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[3])
local count = redis.call('ZCARD', KEYS[1])
if count <= tonumber(ARGV[4]) then return {} end
return redis.call('ZRANGE', KEYS[1], 0, count - tonumber(ARGV[4]) - 1)`);
const listScript = defineScript(`return redis.call('ZRANGE', KEYS[1], 0, -1)`);
const dropScript = defineScript(`return redis.call('ZREM', KEYS[1], ARGV[2])`);

export async function createRedisSessions(connection: Connection, options: RedisStoreOptions): Promise<SessionPlace> {
  const { sessionTtlMs: ttlMs, journalSize: size, journalBytes: bytes } = options;
  const budget = createJournalBudget(bytes);
  const format = createDataFormat();
  const known = new Map<string, Promise<RedisSession | undefined>>();
  const channel = `model-access-mock:${connection.database}:sessions`;
  await connection.subscribe(channel, async (name) => hear(known.get(name)));
  connection.onBack(async () => {
    for (const session of [...known.values()]) await hear(session);
  });

  return {
    clock: { now: connection.now, setTimer: systemClock.setTimer },
    open: async (name, begin) => (await find(name, begin)) as RedisSession, // there is one, as it begins otherwise
    async list() {
      const names = (await connection.run(listScript, registry, [])) as string[]; // by the script
      const found = await Promise.all(
        names.map(async (name) => {
          await (await known.get(name))?.refresh();
          const session = await find(name);
          if (session === undefined) await connection.run(dropScript, registry, [name]);
          return session;
        }),
      );
      return found.filter((session) => session !== undefined);
    },
    forget,
    createJournal: (store) => createRedisJournal(store as RedisSession, { connection, size, bytes, budget }), // `open` made it
  };

  /** The session of a name. Where there is none, it begins, or is undefined if nobody says how. */
  async function find(name: string, begin?: () => SessionData): Promise<RedisSession | undefined> {
    for (;;) {
      const opening = known.get(name) ?? read(name, begin);
      remember(name, opening);
      const session = await opening.catch((error: unknown) => {
        known.delete(name);
        throw error;
      });
      if (session?.isForgotten === false) return session;
      if (known.get(name) === opening) known.delete(name);
      if (begin === undefined && session === undefined) return undefined;
    }
  }

  async function read(name: string, begin?: () => SessionData): Promise<RedisSession | undefined> {
    const found = foundIn(await connection.run(readScript, sessionKey(name), [String(ttlMs), ""]), format);
    if (found !== undefined) return sessionOf(name, found);
    return begin && sessionOf(name, { begun: randomUUID(), version: 0, data: begin() });
  }

  function sessionOf(name: string, found: Parameters<typeof createRedisSession>[1]): RedisSession {
    return createRedisSession(name, found, { connection, format, ttlMs, channel, onTouch: register });
  }

  function remember(name: string, session: Promise<RedisSession | undefined>): void {
    known.delete(name);
    known.set(name, session);
    if (known.size > sessionsKnown) void dropUnused();
  }

  async function dropUnused(): Promise<void> {
    for (const [name, session] of known) {
      if ((await session.catch(() => undefined))?.isWaiting()) continue;
      if (known.get(name) === session) known.delete(name);
      return;
    }
  }

  async function register(name: string): Promise<void> {
    const args = [String(connection.now()), name, String(sessionsKept)];
    const oldest = (await connection.run(touchScript, registry, args)) as string[]; // by the script
    for (const one of oldest) await forget(one);
  }

  async function forget(name: string): Promise<void> {
    await connection.run(forgetScript, sessionKey(name), [String(ttlMs), ""]);
    await connection.run(dropScript, registry, [name]);
    known.delete(name);
  }

  /** Reads a session again for those who wait in it, who have missed what was told while the store was away. */
  async function hear(session: Promise<RedisSession | undefined> | undefined): Promise<void> {
    const known = await session?.catch(() => undefined);
    await known?.refresh().catch(() => undefined); // the next request reads it
  }
}
