import type { ExchangeRecord } from "@model-access/contract";
import type { Area } from "../area.js";
import type { ExchangePlan, GivenNames } from "../exchange.js";
import type { Keys } from "../keys/key-variables.js";
import type { WireRequest, WireResult } from "../wire/wire.js";
import type { Budget } from "./budget.js";

/** A kind of call that a run makes only where the caller allows it. */
export type Allowance = "burst" | "dear";

/** The time that a run waits for a call. */
export interface WireWait {
  headMs?: number;
  /** The time that a whole event stream may be left open. */
  afterEndMs?: number;
  isOver?(body: Uint8Array): boolean;
}

/** The deployment, the limits and the means of a session. */
export interface SessionOptions extends Budget {
  areas: Area[];
  root: string;
  keys: Keys;
  model?: string;
  given?: GivenNames;
  allow?: Allowance[];
  videoWaitSeconds?: number;
  /** True to make every call, as far as it is not billed beyond the limit. */
  all?: boolean;
  monitor?: boolean;
  headers?: Record<string, string>;
  messagesModel?: string;
  responsesModel?: string;
  require?: string[];
  send: (request: WireRequest, signal?: AbortSignal, wait?: WireWait) => Promise<WireResult>;
  sleep: (ms: number) => Promise<unknown>;
  signal?: AbortSignal;
  onCall?: (plan: ExchangePlan) => void;
  onExchange?: (record: ExchangeRecord) => void;
}
