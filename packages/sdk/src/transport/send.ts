import { sleep } from "../deadlines/clock.js";
import { ConnectionError } from "../errors/model-access-error.js";
import { readRefusal } from "../errors/read-refusal.js";
import { check } from "../options/check-options.js";
import type { RequestCarrier } from "../raw/request-carrier.js";
import { sendAttempt } from "./attempt.js";
import { runMiddleware } from "./middleware.js";
import { retryDelayMs } from "./retry.js";

/**
 * Makes the attempts of a call, retries included (R7.10), and returns the last answer, whatever its status. A success
 * is never retried, even if its body breaks.
 */
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
    deadlines.enter("total");
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
        const said = `${call.operation} answered ${status}`;
        log.info?.(said, { attempt, requestId: call.requestId, durationMs }, call.redactor);
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
    deadlines.enter("total");
    const sentence = `${operation} is tried again in ${Math.round(delayMs)} ms: ${error.message}`;
    log.warn?.(sentence, { attempt }, call.redactor);
    // It may be async, and never be done.
    const told = call.settings().onRetry?.({ operation, attempt, error, delayMs }) as unknown;
    await call.orAborted(Promise.resolve(told).then(() => sleep(clock, delayMs, signal)));
  }
}
