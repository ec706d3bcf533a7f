import type { LinkSignals } from "./call/abort-link.js";
import type { Clock } from "./deadlines/clock.js";
import type { DeadlineClock } from "./deadlines/deadline-clock.js";
import type { ResolvedTimeouts } from "./deadlines/deadlines.js";
import type { Keyring } from "./transport/keyring.js";
import type { Log } from "./transport/logger.js";
import type { Operations } from "./transport/operations.js";
import type { RetryPolicy } from "./transport/retry.js";
import type { Send } from "./transport/send.js";

/** What every named method needs of its client. */
export interface Engine {
  /** Makes the requests of the contract's operations, by method and path. */
  operations: Operations;
  /** The base URL without `/v1`. */
  root: string;
  /** Makes the attempts of a call. */
  send: Send;
  /** Gives the key, and takes it out of what may be printed. */
  keyring: Keyring;
  /** Ends every call of the client. */
  signal: AbortSignal | undefined;
  /** Links a call to the signals that may end it. */
  linkSignals: LinkSignals;
  /** The deadlines of a call that does not say otherwise. */
  timeouts: ResolvedTimeouts;
  /** When a call is tried again that does not say otherwise. */
  retries: RetryPolicy;
  /** Time and chance. */
  clock: Clock;
  /** The clock of all calls' deadlines. */
  deadlineClock: DeadlineClock;
  /** The levels that are logged. */
  log: Log;
  /** The largest event of a stream. */
  maxEventBytes: number;
}
