import type { ModelAccessError } from "../errors/model-access-error.js";
import { retryAfterMs } from "../errors/retry-after.js";
import type { RequestCarrier } from "../raw/request-carrier.js";

/**
 * A failure that may be tried again: a status from 408 to 599, a failure to connect (for a GET also a connection that
 * was lost), or with "lost" any connection that was lost after the request was sent.
 */
export type RetryReason = number | "connect" | "lost";

/** A retry that is about to be made. */
export interface Retry {
  /** Method and path. */
  operation: string;
  /** The number of the attempt that failed, from 1. */
  attempt: number;
  /** The error it failed with; `mayHaveBeenProcessed` says if it may have cost points. */
  error: ModelAccessError;
  /** The time the client waits before the next attempt. */
  delayMs: number;
}

/** The rules for trying a call again. */
export interface RetryPolicy {
  maxRetries: number;
  retryOn: readonly RetryReason[];
  maxRetryAfterMs: number;
  onRetry: ((retry: Retry) => void) | undefined;
}

const baseDelayMs = 500;
const maxDelayMs = 8_000;

interface DelayArguments {
  /** The number of the attempt that failed, from 1. */
  attempt: number;
  /** The failure of the attempt. */
  outcome: RetryReason | undefined;
  /** The answer, if one arrived. */
  headers: Headers | undefined;
}

/**
 * Returns the wait before the next attempt; absent if there is none. The service's own wait is obeyed to the
 * millisecond; without one the wait is half of a bound that doubles and a random part of the other half (equal
 * jitter), so that a service in trouble is left alone and clients do not come at once.
 */
export function retryDelayMs(
  request: RequestCarrier,
  { attempt, outcome, headers }: DelayArguments,
): number | undefined {
  const { clock } = request.call.client;
  const settings = request.call.settings();
  const reasons = reasonsOf(request, outcome);
  if (attempt > settings.maxRetries || !settings.retryOn.some((allowed) => reasons.includes(allowed))) return undefined;
  const asked = headers && retryAfterMs(headers, clock.date());
  if (asked !== undefined) return asked > settings.maxRetryAfterMs ? undefined : asked;
  return (0.5 + clock.random() / 2) * Math.min(maxDelayMs, baseDelayMs * 2 ** (attempt - 1));
}

/** Returns the failure of an attempt, in the words of `retryOn`. */
function reasonsOf({ init, method }: RequestCarrier, outcome: RetryReason | undefined): RetryReason[] {
  const body: object = Object(init.body);
  // A body that is a stream, the web's or Node's, is gone when it was sent once.
  if (outcome === undefined || "getReader" in body || Symbol.asyncIterator in body) return [];
  // To read something twice costs nothing.
  return outcome === "lost" && method === "GET" ? ["connect", outcome] : [outcome];
}
