import type { Rule, Verdict } from "../rule.js";
import type { RecordedCall } from "./read-record.js";

/** The memory from one exchange to the next. */
export interface TrafficMemory {
  /** The ids that answers had, each with the exchange that it came in; by operation. The oldest are forgotten. */
  ids: Map<string, Map<string, string>>;
  modelList?: unknown;
  /** The last balance of each key and way to ask for it, and when it was told. */
  balances: Map<string, { points: number; atMs: number }>;
  falls: { key: string; by: number; fromMs: number; toMs: number; exchange: string }[];
  /** The number of calls, and of those that were refused for the moment. */
  calls: number;
  refused: number;
}

/** A rule on what others sent. It makes no call of its own. */
export interface TrafficRule extends Omit<Rule, "exchanges" | "judge" | "takesMissing" | "readsAll"> {
  /** Judges one exchange; undefined where the rule is not about it. */
  on(call: RecordedCall, memory: TrafficMemory): Verdict | undefined;
}

export function createTrafficMemory(): TrafficMemory {
  return { ids: new Map(), balances: new Map(), falls: [], calls: 0, refused: 0 };
}
