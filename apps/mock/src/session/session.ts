import type { Clock } from "../clock.js";
import { createScriptedReplies, scriptedRepliesPlace } from "../conversation/scripted-replies.js";
import { createFaultRules, faultRulesPlace } from "../faults/fault-rules.js";
import { createIds } from "../ids.js";
import type { Journal } from "../journal/journal.js";
import type { WindowReading } from "../keys/rate-window.js";
import type { LatencyValues } from "../latency/latency.js";
import { Refusal } from "../refusal.js";
import type { World } from "../world/world.js";
import { createChance } from "./chance.js";
import { createRules } from "./rules.js";
import type { SessionStore } from "./session-store.js";
import { countIn, createState, findKey } from "./state.js";
import { createVirtualClock } from "./virtual-clock.js";

/** The place of a request in its session. */
export interface Entry {
  number: number;
  /** The rate window that it was counted in; absent where that can't be known before its key is checked. */
  counted?: { key: string; window: WindowReading };
}

export interface SessionOptions {
  seed: number;
  requestsPerMinute: number;
  points: number;
  latency: LatencyValues;
}

interface SessionParts extends SessionOptions {
  /** The world of a name in the data file of now, else the one that the session was in last. */
  worldOf: (name: string, last: World | undefined) => World;
  clock: Clock;
  journal: Journal;
}

/** One client's mock: what happens in a session is neither seen nor felt in another one. */
export type Session = ReturnType<typeof createSession>;

export function createSession(
  store: SessionStore,
  { latency, seed, requestsPerMinute, points, worldOf, clock: base, journal }: SessionParts,
) {
  let lastWorld: World | undefined;
  const world = () => {
    lastWorld = worldOf(store.data.world, lastWorld);
    return lastWorld;
  };
  const clock = createVirtualClock(base, {
    get state() {
      return store.data.clock;
    },
    change: (step) =>
      store.change((data, { nowMs }) => {
        step(data.clock, nowMs);
        data.signals += 1;
      }),
  });
  const state = createState(store, { world, requestsPerMinute, points });
  const ids = createIdPool(seed);
  const session = {
    name: store.name,
    /** Another one when the data file is saved. */
    get world() {
      return world();
    },
    /** The speed of replies, where neither a request nor a rule says otherwise; the admin API sets it. */
    get latency() {
      return store.data.latency ?? latency;
    },
    setLatency: (values: LatencyValues) =>
      store.change((data) => {
        data.latency = values;
      }),
    clock,
    state,
    chance: createChance(seed, store.count),
    faults: createFaultRules(
      createRules(store, {
        ...faultRulesPlace,
        read: (data) => data.faults,
        write: (data, faults) => Object.assign(data, { faults }),
        given: () => world().faults,
      }),
    ),
    replies: createScriptedReplies(
      createRules(store, {
        ...scriptedRepliesPlace,
        read: (data) => data.replies,
        write: (data, replies) => Object.assign(data, { replies }),
        given: () => world().replies,
      }),
    ),
    journal,
    makeId: ids.makeId,
    store,
    /**
     * Counts a request, and counts it in the rate window of the first of these keys that is known and not revoked. With no
     * keys, it counts nobody's request. Refuses another world than the session is in.
     */
    async enter(keys: readonly string[] | undefined, worldName?: string): Promise<Entry> {
      const wantsIds = ids.isLow();
      const { firstId, ...entry } = await store.change((data, { nowMs }) => {
        if (worldName !== undefined && worldName !== data.world) throw otherWorld(store.name, data.world);
        if (keys !== undefined) data.requests += 1;
        const firstId = data.ids;
        if (wantsIds) data.ids += idsTaken;
        const entered = { number: data.requests, firstId };
        for (const key of keys ?? []) {
          const rights = findKey(data, world(), key);
          if (rights === undefined) continue;
          if (rights.isRevoked) break;
          const limit = rights.requestsPerMinute ?? requestsPerMinute;
          return { ...entered, counted: { key, window: countIn(data, key, { limit, nowMs }) } };
        }
        return entered;
      });
      if (wantsIds) ids.add(firstId);
      return entry;
    },
  };
  store.watch({
    follow() {
      clock.follow();
      state.follow();
    },
    isWaiting: state.isWatched,
  });
  return session;
}

/** A process takes so many numbers for its ids at a time, and the next ones when fewer are left than any request needs. */
const idsTaken = 8192;
const leastIds = 4096;

/** Makes ids from the numbers that this process has taken of its session's. */
function createIdPool(seed: number) {
  let make = createIds(seed);
  let next = 0;
  let end = 0;

  return {
    makeId(prefix: string, digits: number): string {
      next += Math.ceil(digits / 4);
      return make(prefix, digits);
    },
    isLow: () => end - next < leastIds,
    add(first: number): void {
      if (first === end) {
        end += idsTaken;
        return;
      }
      if (end - next >= leastIds) return; // another request has taken some meanwhile
      make = createIds(seed, first);
      next = first;
      end = first + idsTaken;
    },
  };
}

const otherWorld = (name: string, world: string) =>
  new Refusal(
    "invalid_parameter",
    `The session '${name}' is in the world '${world}'; name another one by the header 'x-mock-session'.`,
  );
