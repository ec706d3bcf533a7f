import { systemClock } from "../clock.js";
import type { ScriptedReplies } from "../conversation/scripted-replies.js";
import { createScriptedReplies, scriptedRepliesPlace } from "../conversation/scripted-replies.js";
import type { ScriptedReply } from "../conversation/scripted-reply.js";
import { createFaultRules, type FaultRule, type FaultRules, faultRulesPlace } from "../faults/fault-rules.js";
import { createIds } from "../ids.js";
import type { JournalBudget } from "../journal/journal-budget.js";
import type { WindowReading } from "../keys/rate-window.js";
import type { LatencyValues } from "../latency/latency.js";
import { type Chance, createChance, mostRequestsCounted } from "../session/chance.js";
import type { Session, SessionOptions } from "../session/session.js";
import { type ClockState, createVirtualClock, type LocalClock, type VirtualClock } from "../session/virtual-clock.js";
import type { World } from "../world/world.js";
import type { Connection } from "./connect.js";
import { createRedisJournal, type ReadJournal, unreadJournal } from "./redis-journal.js";
import { createRedisRules, type KnownRules } from "./redis-rules.js";
import type { SessionEvent } from "./redis-sessions.js";
import { createRedisState, type EnteredKey } from "./redis-state.js";
import { countRepetitionScript } from "./rule-scripts.js";
import { clockScript, latencyScript } from "./session-scripts.js";
import { createSessionStore, type SessionStore } from "./session-store.js";

/** The state of a session that is read when it is entered. */
export interface Entered {
  isCreated: boolean;
  isTouched: boolean;
  epoch: string;
  world: string;
  clock: ClockState;
  /** Of its rules. */
  version: string;
  /** As JSON; empty where it is the mock's. */
  latency: string;
  serverMs: number;
  /** The number of the request. */
  number: number;
  /** The first of the request's ids. */
  firstId: number;
  /** The number of times that its journal had been cleared. */
  cleared: string;
  /** The first known key of the request. */
  key: EnteredKey | undefined;
}

/** The part of a session that one process keeps between requests: what waits, and copies of what it has read. */
export interface LocalSession {
  readonly name: string;
  readonly store: SessionStore;
  world: World;
  readonly clock: LocalClock;
  readonly chance: Chance;
  readonly faults: FaultRules;
  readonly replies: ScriptedReplies;
  readonly rules: KnownRules;
  readonly watchers: Map<string, Set<() => void>>;
  readonly journal: ReadJournal;
  latency: LatencyValues;
  revocations: number;
  /** Takes over what was read. */
  follow(entered: Entered): void;
  /** Ends what waits with a key. */
  revoke(key: string): void;
}

type Options = Omit<SessionOptions, "clock"> & {
  connection: Connection;
  sessionTtlMs: number;
  tell: (event: SessionEvent) => Promise<void>;
};

export function createLocalSession(
  name: string,
  { epoch }: Entered,
  { connection, sessionTtlMs: ttlMs, seed, latency: ownLatency, world }: Omit<Options, "journalBudget" | "tell">,
): LocalSession {
  const store = createSessionStore(connection, { name, epoch, ttlMs });
  const clock = createVirtualClock({ now: connection.now, sleep: systemClock.sleep });
  const rules: KnownRules = { version: "1", lists: {} };
  const watchers: LocalSession["watchers"] = new Map();
  let latencyText = "";
  const local: LocalSession = {
    name,
    store,
    world,
    clock,
    chance: createChance(seed, async (id) =>
      Number((await store.run(countRepetitionScript, id, mostRequestsCounted))?.[0] ?? 0),
    ),
    faults: createFaultRules(
      [],
      createRedisRules<FaultRule>(store, rules, { ...faultRulesPlace, kind: "f", given: () => local.world.faults }),
    ),
    replies: createScriptedReplies(
      [],
      createRedisRules<ScriptedReply>(store, rules, {
        ...scriptedRepliesPlace,
        kind: "p",
        given: () => local.world.replies,
      }),
    ),
    rules,
    watchers,
    journal: unreadJournal(),
    latency: ownLatency,
    revocations: 0,
    follow(entered) {
      clock.follow(entered.clock);
      if (entered.latency === latencyText) return;
      latencyText = entered.latency;
      local.latency = JSON.parse(latencyText) as LatencyValues; // written by `setLatency`
    },
    revoke(key) {
      local.revocations += 1;
      for (const listener of [...(watchers.get(key) ?? [])]) listener();
    },
  };
  return local;
}

/** The parts of a view beside the session. */
interface ViewOptions extends Omit<Options, "journalBudget"> {
  budget: JournalBudget;
  journalBytes: number;
  /** Keys of the request that are none. */
  unknown: readonly string[];
  count(key: string): Promise<WindowReading>;
}

/** A session as one request sees it: with its own ids, and what was read of it when it was entered. */
export function viewOf(local: LocalSession, entered: Entered, options: ViewOptions): Session {
  const { name, store, world, chance, faults, replies } = local;
  const { connection, seed, points, unknown, count, tell, journalSize, journalBytes, budget } = options;
  const event = { session: name, epoch: store.epoch };
  const session: Session = {
    name,
    world,
    latency: local.latency,
    async setLatency(values) {
      await store.run(latencyScript, JSON.stringify(values));
      session.latency = values;
    },
    clock: sharedClock(local, (state) =>
      tell({ ...event, kind: "clock", offsetMs: state.offsetMs, frozenMs: state.frozenMs ?? null }),
    ),
    state: createRedisState(store, {
      worldKeys: () => local.world.keys,
      points,
      watchers: local.watchers,
      revocations: () => local.revocations,
      entered: entered.key,
      unknown,
      count,
      async tellRevoked(key) {
        local.revoke(key);
        await tell({ ...event, kind: "revoked", key });
      },
    }),
    chance,
    faults,
    replies,
    journal: createRedisJournal(store, {
      connection,
      read: local.journal,
      number: entered.number,
      cleared: entered.cleared,
      size: journalSize,
      bytes: journalBytes,
      budget,
    }),
    makeId: createIds(seed, entered.firstId),
  };
  return session;
}

/** A clock that all processes move together. */
function sharedClock({ clock, store }: LocalSession, tell: (state: ClockState) => Promise<void>): VirtualClock {
  return {
    now: clock.now,
    sleep: clock.sleep,
    get isFrozen() {
      return clock.isFrozen;
    },
    get moves() {
      return clock.moves;
    },
    advance: (byMs) => change("advance", byMs),
    freeze: (atMs) => change("freeze", atMs),
    run: () => change("run"),
  };

  async function change(what: string, ms?: number): Promise<void> {
    const reply = await store.run(clockScript, what, ms ?? "");
    if (reply === null) return;
    const [offset, frozen] = reply;
    const state = { offsetMs: Number(offset), frozenMs: frozen === "" ? undefined : Number(frozen) };
    clock.follow(state);
    await tell(state);
  }
}
