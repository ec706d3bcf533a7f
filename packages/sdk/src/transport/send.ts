import { sleep } from "../deadlines/clock.js";
import { ConnectionError, type ModelAccessError } from "../errors/model-access-error.js";
import { readRefusal, retryAfterMs } from "../errors/read-refusal.js";
import { check } from "../options/check-options.js";
import { type RequestCarrier, sendAttempt } from "./attempt.js";
import { runMiddleware } from "./middleware.js";

/** Makes the attempts of a call (R7.10) and returns the last answer. A success is never retried, even if it breaks. */
export async function send(request: RequestCarrier): Promise<Response> {
  const { call, url } = request;
  const { client, deadlines, signal } = call;
  const { clock, log, middleware, root } = client;
  // The key goes nowhere else, even if the raw client or a middleware of openapi-fetch asks for it.
  check("baseUrl", url.startsWith(`${root}/`), `differs from the client's, ${root}; create another client for it.`);
  const headers = Object.fromEntries(request.headers);
  for (let attempt = 1; ; attempt++) {
    const startMs = log.info && clock.now();
    log.debug?.(`${call.operation} is sent`, { attempt, headers: Object.keys(headers) }, call.redactor);
    // For its turn; the attempt says when it goes out.
    deadlines.leavePhase();
    let answer: Response | undefined;
    let failure: ConnectionError | undefined;
    try {
      answer = await (middleware.length === 0
        ? sendAttempt(request, headers)
        : runMiddleware(request, { attempt, headers }));
      deadlines.enter("firstContent");
      const { status } = answer;
      if (startMs !== undefined) {
        const durationMs = Math.round(clock.now() - startMs);
        const sentence = `${call.operation} answered ${status}`;
        log.info?.(sentence, { attempt, requestId: call.requestId, durationMs }, call.redactor);
      }
      if (answer.ok) return answer;
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
      failure = error;
    }

    const outcome = answer?.status ?? failure?.reason;
    const delayMs = retryDelayMs(request, { attempt, outcome, headers: answer?.headers });
    if (delayMs === undefined) {
      if (answer === undefined) throw failure;
      return answer;
    }
    const error = failure ?? (await readRefusal(call));
    const { operation } = call;
    deadlines.leavePhase();
    const sentence = `${operation} is tried again in ${Math.round(delayMs)} ms: ${error.message}`;
    log.warn?.(sentence, { attempt }, call.redactor);
    // It may be async, and never be done.
    const result = call.settings().onRetry?.({ operation, attempt, error, delayMs }) as unknown;
    await call.orAborted(Promise.resolve(result).then(() => sleep(clock, delayMs, signal)));
  }
}

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
  outcome: RetryReason | undefined;
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
  const reasons = listReasons(request, outcome);
  if (attempt > settings.maxRetries || !settings.retryOn.some((allowed) => reasons.includes(allowed))) return undefined;
  const waitMs = headers && retryAfterMs(headers, clock.date());
  if (waitMs !== undefined) return waitMs > settings.maxRetryAfterMs ? undefined : waitMs;
  return (0.5 + clock.random() / 2) * Math.min(maxDelayMs, baseDelayMs * 2 ** (attempt - 1));
}

function listReasons({ init, method }: RequestCarrier, outcome: RetryReason | undefined): RetryReason[] {
  const body: object = Object(init.body);
  // A body that is a stream, the web's or Node's, is gone when it was sent once.
  if (outcome === undefined || "getReader" in body || Symbol.asyncIterator in body) return [];
  // To read something twice costs nothing.
  return outcome === "lost" && method === "GET" ? ["connect", outcome] : [outcome];
}
