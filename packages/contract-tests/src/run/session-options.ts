import type { Area } from "../area.js";
import type { GivenNames } from "../exchange.js";
import type { Keys } from "../keys/key-variables.js";
import type { RunOptions } from "../run.js";
import type { WireRequest, WireResult } from "../wire/wire.js";
import type { Budget } from "./call-limits.js";

/** A kind of call that a run makes only where the caller allows it. */
export type Allowance = "burst" | "dear";

/** The time that a run waits for a call. */
export interface WireWait {
  headMs?: number;
  /** The time that a whole event stream may be left open. */
  afterEndMs?: number;
  isOver?(body: Uint8Array): boolean;
}

type OfRun =
  | ("model" | "messagesModel" | "responsesModel" | "allow" | "all" | "monitor" | "videoWaitSeconds")
  | ("headers" | "require" | "signal" | "onCall" | "onExchange");

/** The deployment, the limits and the means of a session, and options of its run. */
export interface SessionOptions extends Budget, Pick<RunOptions, OfRun> {
  areas: Area[];
  root: string;
  keys: Keys;
  given?: GivenNames;
  send: (request: WireRequest, signal?: AbortSignal, wait?: WireWait) => Promise<WireResult>;
  sleep: (ms: number) => Promise<unknown>;
}
