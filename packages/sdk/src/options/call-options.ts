import type { CallEndListener } from "../call/call-end.js";
import type { Client } from "../client.js";
import type { Timeouts } from "../deadlines/deadlines.js";
import { withValues } from "../stream/json-fields.js";
import type { ApiKey } from "../transport/keyring.js";
import type { Retry, RetryReason } from "../transport/send.js";
import {
  checkOptions,
  type HeaderOptions,
  type KeyHeader,
  mergeTimeouts,
  readHeaders,
  type SharedSettings,
} from "./check-options.js";

/** The options of a call; those of the client are the defaults. */
export interface CallOptions {
  /** Ends the call, and the stream that came of it, with an `AbortError`. */
  signal?: AbortSignal | undefined;
  /** A key for this call alone. */
  apiKey?: ApiKey | undefined;
  /** The header that the key of this call goes in. */
  keyHeader?: KeyHeader | undefined;
  /** Headers of this call, in addition to `defaultHeaders`. Null takes one of those away. */
  headers?: HeaderOptions | undefined;
  /** Deadlines for this call alone. */
  timeouts?: Timeouts | undefined;
  /** The number of times this call is tried again. */
  maxRetries?: number | undefined;
  /**
   * The failures after which this call is tried again. With "lost" also after a connection was lost, when it may have
   * been charged already.
   */
  retryOn?: readonly RetryReason[] | undefined;
  /** Called before every retry of this call, instead of the client's. */
  onRetry?: ((retry: Retry) => void) | undefined;
  /** Called once when this call has ended, before the client's. */
  onCallEnd?: CallEndListener | undefined;
}

export interface CallSettings extends SharedSettings {
  apiKey?: ApiKey | undefined;
  headers: Record<string, string | null>;
}

/** Fills in the client's options. Throws an `OptionError` for an option that is unknown or wrong. */
export function resolveCallOptions(
  client: Client,
  options: CallOptions,
  ownOptions: readonly string[] = [],
): CallSettings {
  checkOptions("call", options, ownOptions);
  const { keyHeader, maxRetries, retryOn, maxRetryAfterMs, onRetry } = client;
  const settings = { keyHeader, maxRetries, retryOn, maxRetryAfterMs, onRetry, ...withValues(options) };
  return {
    ...settings,
    headers: readHeaders("headers", options.headers),
    timeouts: mergeTimeouts(client.timeouts, options.timeouts),
    // A copy, because the list is the caller's.
    retryOn: [...settings.retryOn],
  };
}
