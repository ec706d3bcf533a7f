import { isDeepStrictEqual } from "node:util";
import type { Call } from "../call.js";
import type { Clock } from "../clock.js";
import type { Journal } from "../journal/journal.js";
import { keysOf } from "../keys/check-key.js";
import { Refusal } from "../refusal.js";
import type { World } from "../world/world.js";
import { replaceGiven } from "./rules.js";
import { createSession, type Entry, type Session, type SessionOptions } from "./session.js";
import { beginData, type SessionData } from "./session-data.js";
import type { SessionStore, Step } from "./session-store.js";
import { findKey } from "./state.js";

/**
 * A session, `default` where no name is given. A new one begins in the named world of the data file, else in the file's
 * own; another world than the session is in is refused.
 */
export interface AskedSession {
  name?: string | undefined;
  worldName?: string | undefined;
}

export interface Entered extends Entry {
  session: Session;
}

/** The place where sessions are kept. */
export interface SessionPlace {
  clock: Clock;
  /** The session of a name, which begins where there is none. */
  open(name: string, begin: () => SessionData): Promise<SessionStore>;
  /** Those that there are, the one used last at the end. */
  list(): Promise<SessionStore[]>;
  forget(name: string): Promise<void>;
  createJournal(store: SessionStore): Journal;
}

/** The session of a request that names none. */
export const defaultSession = "default";

/** The start values of every session, and what decides which of a call's keys is counted. */
export interface SessionsOptions extends SessionOptions {
  world: World;
  journalSize: number;
  /** The bytes that they may take. */
  journalBytes: number;
  /** Bodies with more values are refused before their key is looked at. */
  maxBodyValues: number;
}

/**
 * The sessions of a mock. One is created when a request first names it: by the header `x-mock-session`, its path or its
 * key.
 */
export type Sessions = ReturnType<typeof createSessions>;

export function createSessions(place: SessionPlace, options: SessionsOptions) {
  /** The sessions that this process knows, by where they are kept. */
  const known = new WeakMap<SessionStore, Session>();
  let { world } = options;
  const worldOf = (name: string, last?: World) => worldIn(world, name) ?? last ?? findWorld(world, name);

  return {
    /** Enters the session of a name as the request of a call, which is counted. */
    async enter(call: Call, asked: AskedSession) {
      return enter(asked, keysOf(call, options.maxBodyValues));
    },
    /** The same without a request, as the admin API does. */
    of: async (name?: string, worldName?: string) => (await enter({ name, worldName }, undefined)).session,
    /** Those in use, the one used last at the end. It is no use of them. */
    list: async () => (await place.list()).map(sessionIn),
    /** Forgets a session: the next request that names it finds it as new. Its streams go on. */
    forget: place.forget,
    worlds: () => namesOf(world),
    /** Gives another world to sessions to come and to those there are. */
    async setWorld(next: World) {
      const before = world;
      world = next;
      for (const store of await place.list()) {
        const [was, own] = [worldIn(before, store.data.world), worldIn(next, store.data.world)];
        if (was !== undefined && own !== undefined) await store.change(moveTo(was, own));
      }
    },
    /** The same, where another process has changed the sessions already. */
    followWorld(next: World) {
      world = next;
    },
  };

  async function enter(
    { name = defaultSession, worldName }: AskedSession,
    keys: readonly string[] | undefined,
  ): Promise<Entered> {
    for (;;) {
      const store = await place.open(name, () => beginData(findWorld(world, worldName)));
      const session = sessionIn(store);
      try {
        const entry = await session.enter(keys, worldName);
        if (!store.isForgotten) return { ...entry, session };
      } catch (error) {
        if (!store.isForgotten) throw error;
      }
    }
  }

  function sessionIn(store: SessionStore): Session {
    const { clock } = place;
    const session =
      known.get(store) ?? createSession(store, { ...options, worldOf, clock, journal: place.createJournal(store) });
    known.set(store, session);
    return session;
  }
}

const worldIn = (world: World, name: string) =>
  name === world.name ? world : Object.hasOwn(world.variants, name) ? world.variants[name] : undefined;

/** The world of a name: a world itself, or one of its variants. Refuses a name that is none. */
export function findWorld(world: World, name = world.name): World {
  const found = worldIn(world, name);
  if (found !== undefined) return found;
  throw unknownWorld(name, namesOf(world));
}

/** Returns the refusal of a world that is not among those there are. */
export function unknownWorld(name: string, known: readonly string[]): Refusal {
  return new Refusal(
    "invalid_parameter",
    `The world '${name.slice(0, 64)}' is not there; there are ${known.join(", ")}.`,
  );
}

const namesOf = ({ name, variants }: World) => [name, ...Object.keys(variants)];

/**
 * Puts a session into another world: its points, windows and journal stay; keys that are no more are revoked. A key that is
 * the same in both may have changed in the session, and stays.
 */
function moveTo(before: World, next: World): Step<void> {
  return (data) => {
    const keys = new Map(data.keys);
    for (const [key, rights] of Object.entries({ ...before.keys, ...next.keys })) {
      const isGone = next.keys[key] === undefined;
      if (!isGone && isDeepStrictEqual(before.keys[key], rights)) continue;
      if (!isGone && rights.requestsPerMinute !== findKey(data, before, key)?.requestsPerMinute)
        data.windows.delete(key);
      if (isGone) keys.set(key, { ...rights, isRevoked: true });
      else keys.delete(key);
    }
    data.keys = keys;
    data.signals += 1;
    data.faults = replaceGiven(data.faults, next.faults);
    data.replies = replaceGiven(data.replies, next.replies);
  };
}
