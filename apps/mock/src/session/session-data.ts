import type { ScriptedReply } from "../conversation/scripted-reply.js";
import type { FaultRule } from "../faults/fault-rules.js";
import type { RateWindow } from "../keys/rate-window.js";
import type { TestKey } from "../keys/test-keys.js";
import type { LatencyValues } from "../latency/latency.js";
import type { World } from "../world/world.js";
import type { KeptRules } from "./rules.js";
import type { ClockState } from "./virtual-clock.js";

/**
 * All that a session remembers but for what is kept on its shelves. Keys and rules may be many and seldom change, so each of
 * them is replaced as a whole where it does.
 */
export interface SessionData {
  world: string;
  clock: ClockState;
  /** The speed of replies; absent where it is the mock's. */
  latency?: LatencyValues;
  requests: number;
  /** The first number of the ids that have not been given out. */
  ids: number;
  /** Counts the changes that those who wait have to hear of: of the clock, and of keys. */
  signals: number;
  /** The number of times that the journal was cleared. */
  cleared: number;
  faults: KeptRules<FaultRule>;
  replies: KeptRules<ScriptedReply>;
  /** The keys that are new, or other than in the world. */
  keys: ReadonlyMap<string, TestKey>;
  /** By key; the one that was used last at the end. */
  windows: Map<string, RateWindow>;
  /** By account; one that is absent has its first points. */
  points: Map<string, number>;
}

export function beginData({ name, faults, replies }: World): SessionData {
  return {
    world: name,
    clock: { offsetMs: 0 },
    requests: 0,
    ids: 0,
    signals: 0,
    cleared: 0,
    faults: { count: faults.length, first: 1, left: {}, added: [] },
    replies: { count: replies.length, first: 1, left: {}, added: [] },
    keys: new Map(),
    windows: new Map(),
    points: new Map(),
  };
}

/** Data as JSON, in parts: those that seldom change, and the rest. */
export type WrittenData = Record<(typeof dataParts)[number], string>;

export const dataParts = ["rest", "keys", "faults", "replies"] as const;

export type DataFormat = ReturnType<typeof createDataFormat>;

/** Writes and reads data, and knows the text of each part that has not been replaced since. */
export function createDataFormat() {
  const texts = new WeakMap<object, string>();

  return {
    write({ keys, faults, replies, windows, points, ...rest }: SessionData): WrittenData {
      return {
        rest: JSON.stringify({ ...rest, windows: [...windows], points: [...points] }),
        keys: textOf(keys, () => [...keys]),
        faults: textOf(faults),
        replies: textOf(replies),
      };
    },
    read(written: WrittenData): SessionData {
      const { windows, points, ...rest } = JSON.parse(written.rest);
      const [faults, replies] = [JSON.parse(written.faults), JSON.parse(written.replies)];
      const keys = new Map(JSON.parse(written.keys));
      for (const [part, value] of Object.entries({ keys, faults, replies })) {
        texts.set(value, written[part as keyof WrittenData]);
      }
      return { ...rest, keys, faults, replies, windows: new Map(windows), points: new Map(points) };
    },
  };

  function textOf(part: object, write: () => unknown = () => part): string {
    const text = texts.get(part) ?? JSON.stringify(write());
    texts.set(part, text);
    return text;
  }
}
