import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { accountOf } from "../account/account.js";
import type { Call } from "../call.js";
import { createJournalBudget } from "../journal/journal-budget.js";
import { keysOf } from "../keys/check-key.js";
import type { WindowReading } from "../keys/rate-window.js";
import type { TestKey } from "../keys/test-keys.js";
import type { Session } from "../session/session.js";
import { checkSameWorld, defaultSession, findWorld, type Sessions } from "../session/sessions.js";
import type { World } from "../world/world.js";
import { moveKeysScript } from "./account-scripts.js";
import type { Connection } from "./connect.js";
import { createLocalSession, type Entered, type LocalSession, viewOf } from "./local-session.js";
import { readRules } from "./redis-rules.js";
import type { RedisStoreOptions } from "./redis-store.js";
import { plainScript } from "./script.js";
import { enterScript, forgetScript } from "./session-scripts.js";
import { sessionKey } from "./session-store.js";

/** A message between processes about a session. */
export type SessionEvent = { session: string; epoch: string } & (
  | { kind: "clock"; offsetMs: number; frozenMs: number | null }
  | { kind: "revoked"; key: string }
  | { kind: "forgotten" }
);

/** More are not kept in the store; then the one that was used longest ago is forgotten. */
const sessionsKept = 10_000;
/** More are not remembered by one process, unless they have streams. */
const sessionsKnown = 1_000;

const registry = "model-access-mock:{sessions}";
const touchScript = plainScript(`
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[3])
local count = redis.call('ZCARD', KEYS[1])
if count <= tonumber(ARGV[4]) then return {} end
return redis.call('ZRANGE', KEYS[1], 0, count - tonumber(ARGV[4]) - 1)`);
const listScript = plainScript(`return redis.call('ZRANGE', KEYS[1], 0, -1)`);
const dropScript = plainScript(`return redis.call('ZREM', KEYS[1], ARGV[2])`);

/** The sessions of all processes that use a store. */
export interface RedisSessions extends Sessions {
  /** Puts a world in force that another process has passed on; the store has it already. */
  followWorld(world: World): void;
}

export async function createRedisSessions(connection: Connection, options: RedisStoreOptions): Promise<RedisSessions> {
  const { sessionTtlMs: ttlMs, requestsPerMinute, points } = options;
  const budget = createJournalBudget(options.journalBytes);
  const known = new Map<string, LocalSession>();
  const channel = `model-access-mock:${connection.database}:sessions`;
  let { world } = options;
  await connection.subscribe(channel, (message) => hear(JSON.parse(message) as SessionEvent));
  connection.onBack(() => void catchUp());

  const sessions: RedisSessions = {
    async of(name = defaultSession, worldName, call) {
      const local = await enter(name, { worldName, call });
      return local;
    },
    async list() {
      const names = (await connection.run(listScript, registry, [])) as string[]; // by the script
      const found = await Promise.all(names.map((name) => look(name)));
      return found.filter((session) => session !== undefined);
    },
    forget,
    worlds: () => [world.name, ...Object.keys(world.variants)],
    async setWorld(next) {
      const before = world;
      sessions.followWorld(next);
      for (const session of await sessions.list()) {
        const was = session.world.name === before.name ? before : before.variants[session.world.name];
        const own = session.world.name === next.name ? next : next.variants[session.world.name];
        if (was !== undefined && own !== undefined) await moveTo(session, was, own);
      }
    },
    followWorld(next) {
      world = next;
      for (const session of known.values()) {
        const own = session.world.name === next.name ? next : next.variants[session.world.name];
        if (own !== undefined) session.world = own;
      }
    },
  };
  return sessions;

  /** Enters a session, and what the request of a call needs of it. */
  async function enter(
    name: string,
    { worldName, call }: { worldName?: string | undefined; call?: Call | undefined },
  ): Promise<Session> {
    const cached = known.get(name);
    const expected = cached?.world ?? findWorld(world, worldName);
    const keys = call === undefined ? [] : keysOf(call, options.maxBodyValues);
    const entered = await run(name, expected, { keys, mode: call === undefined ? "admin" : "request" });
    if (entered === undefined) throw new Error("A session that was entered is not there.");
    const local = await localOf(name, entered);
    if (entered.world !== expected.name) {
      if (worldName !== undefined) checkSameWorld({ name, world: local.world }, worldName);
      return enter(name, { worldName, call }); // its world is known now
    }
    checkSameWorld({ name, world: local.world }, worldName);
    return view(local, entered, keys);
  }

  async function look(name: string): Promise<Session | undefined> {
    const entered = await run(name, known.get(name)?.world ?? world, { keys: [], mode: "look" });
    if (entered !== undefined) return view(await localOf(name, entered), entered, []);
    await connection.run(dropScript, registry, [name]);
    return undefined;
  }

  /** Runs the script that enters a session; undefined where it only looks and there is none. */
  async function run(
    name: string,
    { name: worldName, keys: rightsOf }: World,
    { keys, mode }: { keys: string[]; mode: "request" | "admin" | "look" },
  ): Promise<Entered | undefined> {
    const keyArgs = keys.flatMap((key) => {
      const rights = rightsIn(rightsOf, key);
      const limit = rights?.requestsPerMinute ?? requestsPerMinute;
      return [key, rights ? "1" : "0", rights?.isRevoked ? "1" : "0", limit, accountOf(key, rights ?? {})];
    });
    const given = [ttlMs, "", worldName, randomUUID(), mode, keys.length, ...keyArgs, requestsPerMinute].map(String);
    const sentMs = connection.now();
    const reply = (await connection.run(enterScript, sessionKey(name), given)) as (string | number)[] | null; // by the script
    if (reply === null) return undefined;
    const entered = enteredOf(reply, keys, rightsOf);
    connection.learnTime(entered.serverMs, sentMs);
    if (entered.isCreated || entered.isTouched) await register(name);
    return entered;
  }

  async function register(name: string): Promise<void> {
    const args = [String(connection.now()), name, String(sessionsKept)];
    const oldest = (await connection.run(touchScript, registry, args)) as string[]; // by the script
    for (const one of oldest) await forget(one);
  }

  /** Returns this process's copy of a session, brought up to what was read of it. */
  async function localOf(name: string, entered: Entered): Promise<LocalSession> {
    let local = known.get(name);
    if (local === undefined || local.store.epoch !== entered.epoch) {
      local = createLocalSession(name, entered, {
        ...options,
        connection,
        world: findWorld(world, entered.world),
      });
    }
    known.delete(name);
    known.set(name, local);
    if (known.size > sessionsKnown) dropUnused();
    local.follow(entered);
    await readRules(local.store, local.rules, entered.version);
    return local;
  }

  function dropUnused(): void {
    for (const [name, { watchers }] of known) {
      if (watchers.size > 0) continue;
      known.delete(name);
      return;
    }
  }

  function view(local: LocalSession, entered: Entered, keys: string[]): Session {
    return viewOf(local, entered, {
      ...options,
      connection,
      budget,
      points,
      unknown: entered.key === undefined ? keys : keys.slice(0, keys.indexOf(entered.key.key)),
      tell,
      async count(key): Promise<WindowReading> {
        const again = await run(local.name, local.world, { keys: [key], mode: "admin" });
        const window = again?.key?.window;
        if (window === undefined) throw new Error("A key that was found has no rate window.");
        return window;
      },
    });
  }

  async function forget(name: string): Promise<void> {
    await connection.run(forgetScript, sessionKey(name), [String(ttlMs), ""]);
    await connection.run(dropScript, registry, [name]);
    const epoch = known.get(name)?.store.epoch ?? "";
    known.delete(name);
    await tell({ kind: "forgotten", session: name, epoch });
  }

  function tell(event: SessionEvent): Promise<void> {
    return connection.publish(channel, JSON.stringify(event));
  }

  function hear(event: SessionEvent): void {
    const local = known.get(event.session);
    if (local === undefined) return;
    if (event.kind === "forgotten") {
      if (event.epoch === local.store.epoch || event.epoch === "") known.delete(event.session);
      return;
    }
    if (event.epoch !== local.store.epoch) return;
    if (event.kind === "clock") {
      local.clock.follow({ offsetMs: event.offsetMs, frozenMs: event.frozenMs ?? undefined });
    } else local.revoke(event.key);
  }

  /** Takes over what was told while the store was away, for those whose streams go on. */
  async function catchUp(): Promise<void> {
    for (const local of [...known.values()]) {
      if (local.watchers.size === 0) continue;
      const session = await look(local.name).catch(() => undefined);
      const keys = await session?.state.listKeys().catch(() => undefined);
      for (const [key, { isRevoked }] of keys ?? []) if (isRevoked) local.revoke(key);
    }
  }

  /** Puts a session into another world, as in memory: what has not changed in the file may have changed in the session, and stays. */
  async function moveTo({ name, faults, replies }: Session, before: World, next: World): Promise<void> {
    const changed = Object.entries(next.keys).filter(([key, rights]) => !isDeepStrictEqual(before.keys[key], rights));
    const gone = Object.entries(before.keys).filter(([key]) => next.keys[key] === undefined);
    const rows = [
      ...changed.flatMap(([key]) => [key, ""]),
      ...gone.flatMap(([key, rights]) => [key, JSON.stringify({ ...rights, isRevoked: true })]),
    ];
    if (rows.length > 0) await connection.run(moveKeysScript, sessionKey(name), [String(ttlMs), "", ...rows]);
    const epoch = known.get(name)?.store.epoch ?? "";
    const revoked = [...gone, ...changed.filter(([, { isRevoked }]) => isRevoked)];
    for (const [key] of revoked) await tell({ kind: "revoked", session: name, epoch, key });
    await faults.replaceGiven(next.faults);
    await replies.replaceGiven(next.replies);
  }
}

/** A key may be called like something that every object has. */
const rightsIn = (rightsOf: Readonly<Record<string, TestKey>>, key: string) =>
  Object.hasOwn(rightsOf, key) ? rightsOf[key] : undefined;

/** Reads the answer of the script that enters a session. */
function enteredOf(
  reply: readonly (string | number)[],
  keys: readonly string[],
  rightsOf: Readonly<Record<string, TestKey>>,
): Entered {
  const [created, touched, epoch, world, offset, frozen, version, latency, server, number, firstId, cleared, match] =
    reply;
  const [override = "", balance = "", isAllowed, limit, count, oldest, newest, now] = reply.slice(13);
  const key = keys[Number(match) - 1];
  const rights = override === "" ? rightsIn(rightsOf, key ?? "") : (JSON.parse(String(override)) as TestKey); // written by `changeKeys`
  const full = Number(count) >= Number(limit);
  const window: WindowReading | undefined =
    isAllowed === undefined
      ? undefined
      : {
          isAllowed: isAllowed === 1,
          limit: Number(limit),
          remaining: Number(limit) - Number(count),
          retryAfterMs: full ? Number(oldest) + 60_000 - Number(now) : 0,
          resetAfterMs: Number(newest) + 60_000 - Number(now),
        };
  return {
    isCreated: created === 1,
    isTouched: touched === 1,
    epoch: String(epoch),
    world: String(world),
    clock: { offsetMs: Number(offset), frozenMs: frozen === "" ? undefined : Number(frozen) },
    version: String(version),
    latency: String(latency),
    serverMs: Number(server),
    number: Number(number),
    firstId: Number(firstId),
    cleared: String(cleared),
    key:
      key === undefined || rights === undefined
        ? undefined
        : { key, rights, window, points: balance === "" ? undefined : Number(balance) },
  };
}
