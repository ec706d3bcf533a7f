import type { Exchange } from "../call/exchange.js";
import { type Clock, sleep } from "../deadlines/clock.js";
import type { Deadlines } from "../deadlines/deadlines.js";
import { abortError } from "../errors/connection-failure.js";
import { ConnectionError } from "../errors/model-access-error.js";
import { readRefusal } from "../errors/read-refusal.js";
import type { MakeAttempt } from "./attempt.js";
import type { ApiKey } from "./keyring.js";
import type { Log } from "./logger.js";
import type { OutgoingRequest } from "./outgoing-request.js";
import { type RetryPolicy, retryDelayMs } from "./retry.js";

/** What a call has of its own. */
interface SendOptions {
  apiKey?: ApiKey | undefined;
  retries?: RetryPolicy;
  deadlines?: Deadlines;
}

/** Sends a request, again where that is right, and gives the last answer, whatever its status. */
export type Send = (request: OutgoingRequest, exchange: Exchange, options?: SendOptions) => Promise<Response>;

type Outcome = number | ConnectionError["reason"];

interface SendArguments {
  makeAttempt: MakeAttempt;
  retries: RetryPolicy;
  clock: Clock;
  log: Log;
}

/** Makes the attempts of a call (R7.10). A success is never tried again, whatever becomes of its body. */
export function createSend({ makeAttempt, retries, clock, log }: SendArguments): Send {
  return async (request, exchange, { apiKey, retries: policy = retries, deadlines } = {}) => {
    const { signal } = request;
    for (let attempt = 1; ; attempt++) {
      const startMs = log.info && clock.now();
      log.debug?.(`${exchange.operation} is sent`, { attempt, headers: request.headers });
      // For its turn and the key; the attempt says when it goes out.
      deadlines?.enter("total");
      let answer: Response | undefined;
      let failure: ConnectionError | undefined;
      try {
        answer = await makeAttempt({ request, exchange, attempt, apiKey, deadlines });
        deadlines?.enter("firstContent");
        log.info?.(`${exchange.operation} answered ${answer.status}`, {
          attempt,
          requestId: exchange.requestId,
          durationMs: Math.round(clock.now() - (startMs ?? 0)),
        });
        if (answer.ok) return answer;
      } catch (error) {
        if (!(error instanceof ConnectionError)) throw error;
        failure = error;
      }

      const delayMs = retryDelayMs({
        attempt,
        reasons: reasonsOf(request, answer?.status ?? failure?.reason),
        headers: answer?.headers,
        policy,
        clock,
      });
      if (delayMs === undefined) {
        if (answer === undefined) throw failure;
        return answer;
      }
      const error = failure ?? (await readRefusal({ exchange, signal, nowMs: clock.date() }));
      const { operation } = exchange;
      deadlines?.enter("total");
      log.warn?.(`${operation} is tried again in ${Math.round(delayMs)} ms: ${error.message}`, { attempt });
      policy.onRetry?.({ operation, attempt, error, delayMs });
      await sleep(clock, delayMs, signal);
      if (signal?.aborted) throw abortError(operation, signal, exchange.mayHaveBeenProcessed);
    }
  };
}

/** What an attempt failed with, in the words of `retryOn`. */
function reasonsOf({ body, method }: OutgoingRequest, outcome: Outcome | undefined): Outcome[] {
  // A body that is a stream, the web's or Node's, is gone when it was sent once.
  const isStream = body instanceof ReadableStream || Symbol.asyncIterator in Object(body);
  if (outcome === undefined || isStream) return [];
  // To read something twice costs nothing.
  return outcome === "lost" && method === "GET" ? ["connect", outcome] : [outcome];
}
