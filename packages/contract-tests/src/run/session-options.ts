import type { ExchangeRecord } from "@model-access/contract";
import type { Area } from "../area.js";
import type { ExchangePlan, GivenNames } from "../exchange.js";
import type { Keys } from "../keys/key-variables.js";
import type { WireRequest, WireResult } from "../wire/wire.js";
import type { Budget } from "./budget.js";

/** A kind of call that a run makes only where the caller allows it. */
export type Allowance = "burst" | "dear";

/** How long a call is waited for. */
export interface WireWait {
  /** The time within which its answer has to begin. */
  headMs?: number;
  /** The time that a whole event stream may be left open. */
  afterEndMs?: number;
  /** True for a body that is a whole event stream. */
  isOver?(body: Uint8Array): boolean;
}

/** The deployment, the limits and the means of a session. */
export interface SessionOptions extends Budget {
  areas: Area[];
  root: string;
  keys: Keys;
  /** The model for chat, where the caller has named one. */
  model?: string;
  given?: GivenNames;
  allow?: Allowance[];
  /** The longest wait for a video, in seconds; default 300. */
  videoWaitSeconds?: number;
  /** True to make every call, as far as it is not billed beyond the limit. */
  all?: boolean;
  /** True to make no call that is billed. */
  monitor?: boolean;
  /** Headers that every request gets, beside its own. */
  headers?: Record<string, string>;
  /** Models by interface, where the caller has named them. */
  messagesModel?: string;
  responsesModel?: string;
  /** Areas that have to be there. */
  require?: string[];
  send: (request: WireRequest, signal?: AbortSignal, wait?: WireWait) => Promise<WireResult>;
  sleep: (ms: number) => Promise<unknown>;
  signal?: AbortSignal;
  onCall?: (plan: ExchangePlan) => void;
  onExchange?: (record: ExchangeRecord) => void;
}
