import type { Call } from "../call/call.js";
import type { Client } from "../client.js";
import { sleep } from "../deadlines/clock.js";
import { abortError } from "../errors/connection-failure.js";
import { ConnectionError } from "../errors/model-access-error.js";
import { readRefusal } from "../errors/read-refusal.js";
import type { RequestCarrier } from "../raw/request-carrier.js";
import { makeAttempt } from "./attempt.js";
import { retryDelayMs } from "./retry.js";

type Outcome = number | ConnectionError["reason"];

/**
 * Makes the attempts of a call, again where that is right (R7.10), and gives the last answer, whatever its status. A
 * success is never tried again, whatever becomes of its body.
 */
export async function send(client: Client, call: Call, request: RequestCarrier): Promise<Response> {
  call.request = request;
  const { clock, log } = client;
  const { deadlines, signal, operation, settings } = call;
  const { retries } = settings;
  const headers = Object.fromEntries(request.headers);
  for (let number = 1; ; number++) {
    const startMs = log.info && clock.now();
    log.debug?.(`${operation} is sent`, { attempt: number, headers: Object.keys(headers) }, call.redactor);
    // For its turn; the attempt says when it goes out.
    deadlines.enter("total");
    let answer: Response | undefined;
    let failure: ConnectionError | undefined;
    try {
      answer = await makeAttempt(client, { call, request, headers, number });
      deadlines.enter("firstContent");
      const durationMs = Math.round(clock.now() - (startMs ?? 0));
      log.info?.(
        `${operation} answered ${answer.status}`,
        { attempt: number, requestId: call.requestId, durationMs },
        call.redactor,
      );
      if (answer.ok) return answer;
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
      failure = error;
    }

    const delayMs = retryDelayMs({
      attempt: number,
      reasons: reasonsOf(request, answer?.status ?? failure?.reason),
      headers: answer?.headers,
      policy: retries,
      clock,
    });
    if (delayMs === undefined) {
      if (answer === undefined) throw failure;
      return answer;
    }
    const error = failure ?? (await readRefusal(call));
    deadlines.enter("total");
    const sentence = `${operation} is tried again in ${Math.round(delayMs)} ms: ${error.message}`;
    log.warn?.(sentence, { attempt: number }, call.redactor);
    retries.onRetry?.({ operation, attempt: number, error, delayMs });
    await sleep(clock, delayMs, signal);
    if (signal.aborted) throw abortError(call);
  }
}

/** What an attempt failed with, in the words of `retryOn`. */
function reasonsOf({ init, method }: RequestCarrier, outcome: Outcome | undefined): Outcome[] {
  const body: object = Object(init.body);
  // A body that is a stream, the web's or Node's, is gone when it was sent once.
  if (outcome === undefined || "getReader" in body || Symbol.asyncIterator in body) return [];
  // To read something twice costs nothing.
  return outcome === "lost" && method === "GET" ? ["connect", outcome] : [outcome];
}
