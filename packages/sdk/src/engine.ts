import type { Keyring } from "./api-key.js";
import type { Clock } from "./clock.js";
import type { DeadlineClock } from "./deadline-clock.js";
import type { ResolvedTimeouts } from "./deadlines.js";
import type { Log } from "./logger.js";
import type { Operations } from "./operations.js";
import type { RetryPolicy } from "./retry.js";
import type { Send } from "./send.js";

/** What every named method needs of its client. */
export interface Engine {
  /** The operations of the contract, by method and path. */
  raw: Operations;
  /** The base URL without `/v1`. */
  root: string;
  send: Send;
  keyring: Keyring;
  /** Ends every call of the client. */
  signal: AbortSignal | undefined;
  timeouts: ResolvedTimeouts;
  retries: RetryPolicy;
  clock: Clock;
  /** The clock of all calls' deadlines. */
  deadlineClock: DeadlineClock;
  log: Log;
  maxEventBytes: number;
}
