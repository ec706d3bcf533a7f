import type { ScriptedReply } from "../conversation/scripted-reply.js";
import type { FaultRule } from "../faults/fault-rules.js";
import { type TestKey, testKeys } from "../keys/test-keys.js";
import type { LatencyRule } from "../latency/latency-rules.js";
import { builtInEntries } from "./built-in-entries.js";
import { type Catalogue, createCatalogue } from "./catalogue.js";

/** The data that a session starts from. It never changes; a session that changes something has its own copy of that. */
export interface World {
  /** Of a variant the name by which it is chosen; else `default`. */
  name: string;
  catalogue: Catalogue;
  /** By the key itself. */
  keys: Readonly<Record<string, TestKey>>;
  /** Faults that hold until they are taken away. */
  faults: readonly FaultRule[];
  /** The speed of replies where it isn't the mock's latency. */
  latencies: readonly LatencyRule[];
  /** Replies in place of made-up ones, until they are taken away. */
  replies: readonly ScriptedReply[];
  /** The worlds that a session can choose instead, by name. They have no variants of their own. */
  variants: Readonly<Record<string, World>>;
}

/** The world of a mock to which nobody has given another: the contract's models and the test keys. */
export function defaultWorld(): World {
  return { ...emptyWorld(), catalogue: createCatalogue(builtInEntries()), keys: testKeys };
}

export function emptyWorld(): World {
  return {
    name: "default",
    catalogue: createCatalogue([]),
    keys: {},
    faults: [],
    latencies: [],
    replies: [],
    variants: {},
  };
}
