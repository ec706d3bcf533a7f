import type { Clock } from "../clock.js";
import { createScriptedReplies, type ScriptedReplies } from "../conversation/scripted-replies.js";
import { createFaultRules, type FaultRules } from "../faults/fault-rules.js";
import { createIds, type MakeId } from "../ids.js";
import { createJournal, type Journal } from "../journal/journal.js";
import type { JournalBudget } from "../journal/journal-budget.js";
import type { LatencyValues } from "../latency/latency.js";
import type { Promisable } from "../store/store.js";
import type { World } from "../world/world.js";
import { type Chance, createChance } from "./chance.js";
import { createState, type State } from "./state.js";
import { createVirtualClock, type VirtualClock } from "./virtual-clock.js";

/** One client's mock: what happens in a session is neither seen nor felt in another one. */
export interface Session {
  readonly name: string;
  /** Replaced when the data file is saved. */
  world: World;
  /** The speed of replies, where neither a request nor a rule says otherwise; the admin API sets it. */
  latency: LatencyValues;
  setLatency(values: LatencyValues): Promisable<void>;
  readonly clock: VirtualClock;
  readonly state: State;
  readonly chance: Chance;
  readonly faults: FaultRules;
  readonly replies: ScriptedReplies;
  readonly journal: Journal;
  readonly makeId: MakeId;
}

/** The start values of every session of a mock. */
export interface SessionOptions {
  world: World;
  clock: Clock;
  seed: number;
  requestsPerMinute: number;
  points: number;
  latency: LatencyValues;
  /** The number of exchanges that the journal keeps. */
  journalSize: number;
  /** The budget that the journals of all sessions share. */
  journalBudget: JournalBudget;
}

export function createSession(name: string, options: SessionOptions): Session {
  const { world, latency, seed, requestsPerMinute, points, journalSize, journalBudget } = options;
  const clock = createVirtualClock(options.clock);
  const session: Session = {
    name,
    world,
    latency,
    setLatency(values) {
      session.latency = values;
    },
    clock,
    state: createState({ keys: world.keys, requestsPerMinute, points }),
    chance: createChance(seed),
    faults: createFaultRules(world.faults),
    replies: createScriptedReplies(world.replies),
    journal: createJournal(journalSize, journalBudget),
    makeId: createIds(seed),
  };
  return session;
}
