import type { ResolvedTimeouts, Timeouts } from "../deadlines/deadlines.js";
import type { Engine } from "../engine.js";
import type { ApiKey } from "../transport/keyring.js";
import type { Retry, RetryPolicy, RetryReason } from "../transport/retry.js";
import { checkRetries, checkSignal, checkTimeouts } from "./check-options.js";

/** What a call takes beside its body; what it leaves out is the client's. */
export interface CallOptions {
  /** Ends the call, and the stream that came of it, with an `AbortError`. */
  signal?: AbortSignal | undefined;
  /** A key for this call alone. */
  apiKey?: ApiKey | undefined;
  /** Deadlines for this call alone. */
  timeouts?: Timeouts | undefined;
  /** How often this call is tried again. */
  maxRetries?: number | undefined;
  /** What this call is tried again for. With "lost" also after a connection was lost, when it may have been charged already. */
  retryOn?: readonly (RetryReason | "lost")[] | undefined;
  /** Called before every retry of this call, instead of the client's. */
  onRetry?: ((retry: Retry) => void) | undefined;
}

interface ResolvedCallOptions {
  apiKey: ApiKey | undefined;
  timeouts: ResolvedTimeouts;
  retries: RetryPolicy;
}

/** Fills in what the client says. */
export function resolveCallOptions(engine: Engine, options: CallOptions): ResolvedCallOptions {
  const { apiKey, signal, timeouts } = options;
  checkSignal(signal);
  return {
    apiKey,
    timeouts: timeouts === undefined ? engine.timeouts : checkTimeouts(timeouts, engine.timeouts),
    retries: checkRetries(options, engine.retries),
  };
}
