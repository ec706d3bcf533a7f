import { isDeepStrictEqual } from "node:util";
import type { Call } from "../call.js";
import { createJournalBudget } from "../journal/journal-budget.js";
import { Refusal } from "../refusal.js";
import type { Promisable } from "../store/store.js";
import type { World } from "../world/world.js";
import { createSession, type Session, type SessionOptions } from "./session.js";

/**
 * The sessions of a mock. One is created when a request first names it: by the header `x-mock-session`, its path or its
 * key.
 */
export interface Sessions {
  /**
   * The session of a name, `default` where none is given. A new one begins in the named world of the data file, else in
   * the file's own. Refuses another world than the session is in. A store elsewhere reads with the session what the
   * request of `call` needs of it, so that it is not asked twice.
   */
  of(name: string | undefined, worldName?: string, call?: Call): Promisable<Session>;
  /** Those in use, the one used last at the end. */
  list(): Promisable<Session[]>;
  /** Forgets a session: the next request that names it finds it as new. Its streams go on. */
  forget(name: string): Promisable<void>;
  /** The names of the worlds that a session can begin in, the data file's own first. */
  worlds(): string[];
  /** Gives another world to sessions to come and to those there are. */
  setWorld(world: World): Promisable<void>;
}

/** The session of a request that names none. */
export const defaultSession = "default";

/** More are not kept: the least recently used one is dropped. */
const sessionsKept = 1000;

/** The start values of every session, and the bytes that their journals may take together. */
export interface SessionsOptions extends Omit<SessionOptions, "journalBudget"> {
  journalBytes: number;
}

export function createSessions(options: SessionsOptions): Sessions {
  const sessions = new Map<string, Session>();
  const journalBudget = createJournalBudget(options.journalBytes);
  let { world } = options;

  return {
    of(name = defaultSession, worldName) {
      const known = sessions.get(name);
      if (known !== undefined) {
        checkSameWorld(known, worldName);
        if (sessions.size > 1) {
          sessions.delete(name);
          sessions.set(name, known);
        }
        return known;
      }
      const [oldest] = sessions.keys();
      if (oldest !== undefined && sessions.size >= sessionsKept) forget(oldest);
      const session = createSession(name, { ...options, journalBudget, world: findWorld(world, worldName) });
      sessions.set(name, session);
      return session;
    },
    list: () => [...sessions.values()],
    forget,
    worlds: () => namesOf(world),
    setWorld(next) {
      world = next;
      for (const session of sessions.values()) {
        const own = session.world.name === next.name ? next : next.variants[session.world.name];
        if (own !== undefined) moveTo(session, own); // of a variant that is gone, the session keeps what there was
      }
    },
  };

  function forget(name: string): void {
    sessions.get(name)?.journal.clear();
    sessions.delete(name);
  }
}

/** The world of a name: a world itself, or one of its variants. Refuses a name that is none. */
export function findWorld(world: World, name = world.name): World {
  const found = name === world.name ? world : Object.hasOwn(world.variants, name) && world.variants[name];
  if (found) return found;
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

/** Refuses another world than the session is in. */
export function checkSameWorld({ name, world }: Pick<Session, "name" | "world">, worldName: string | undefined): void {
  if (worldName === undefined || worldName === world.name) return;
  throw new Refusal(
    "invalid_parameter",
    `The session '${name}' is in the world '${world.name}'; name another one by the header 'x-mock-session'.`,
  );
}

/** Puts a session into another world: its points, windows and journal stay; keys that are no more are revoked. */
function moveTo(session: Session, next: World): void {
  const { world, state, faults, replies } = session;
  session.world = next;
  void state.changeKeys(() => keysChanged(world.keys, next.keys));
  void faults.replaceGiven(next.faults);
  void replies.replaceGiven(next.replies);
}

/** Returns the keys that another data file changes. One that is the same in both may have changed in the session, and stays. */
function keysChanged(before: World["keys"], next: World["keys"]): World["keys"] {
  const gone = Object.entries(before).filter(([key]) => next[key] === undefined);
  return Object.fromEntries([
    ...Object.entries(next).filter(([key, rights]) => !isDeepStrictEqual(before[key], rights)),
    ...gone.map(([key, rights]) => [key, { ...rights, isRevoked: true }] as const),
  ]);
}
