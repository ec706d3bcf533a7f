import type { CallEndListener } from "../call/call-end.js";
import type { Client } from "../client.js";
import type { ResolvedTimeouts, Timeouts } from "../deadlines/deadlines.js";
import type { ApiKey } from "../transport/keyring.js";
import type { Retry, RetryPolicy, RetryReason } from "../transport/retry.js";
import {
  checkFunctions,
  checkKeyHeader,
  checkNames,
  checkRetries,
  checkSignal,
  checkTimeouts,
  type KeyHeader,
} from "./check-options.js";
import { checkHeaders, type HeaderOptions } from "./headers.js";

/** What a call takes beside its body; what it leaves out is the client's. */
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
  /** How often this call is tried again. */
  maxRetries?: number | undefined;
  /** What this call is tried again for. With "lost" also after a connection was lost, when it may have been charged already. */
  retryOn?: readonly RetryReason[] | undefined;
  /** Called before every retry of this call, instead of the client's. */
  onRetry?: ((retry: Retry) => void) | undefined;
  /** Called once when this call has ended, before the client's. */
  onCallEnd?: CallEndListener | undefined;
}

/** What a call goes by: its own options, and the client's where it has none. */
export interface CallSettings {
  signal: AbortSignal | undefined;
  apiKey: ApiKey | undefined;
  keyHeader: KeyHeader;
  headers: Record<string, string | null>;
  timeouts: ResolvedTimeouts;
  retries: RetryPolicy;
  onCallEnd: CallEndListener | undefined;
}

const names = [
  "signal",
  "apiKey",
  "keyHeader",
  "headers",
  "timeouts",
  "maxRetries",
  "retryOn",
  "onRetry",
  "onCallEnd",
] as const satisfies (keyof CallOptions)[];

const noHeaders = {};

/** Fills in what the client says. Throws an `OptionError` for an option that is unknown or wrong. */
export function resolveCallOptions(
  client: Client,
  options: CallOptions,
  ownOptions?: readonly string[],
): CallSettings {
  checkNames("The call", options, names, ownOptions);
  const { apiKey, signal, timeouts, headers, onCallEnd } = options;
  checkSignal(signal);
  if (onCallEnd !== undefined) checkFunctions("onCallEnd", [onCallEnd]);
  return {
    apiKey,
    signal,
    keyHeader: checkKeyHeader(options.keyHeader ?? client.keyHeader),
    headers: headers === undefined ? noHeaders : checkHeaders("headers", headers),
    timeouts: timeouts === undefined ? client.timeouts : checkTimeouts(timeouts, client.timeouts),
    retries: checkRetries(options, client.retries),
    onCallEnd,
  };
}
