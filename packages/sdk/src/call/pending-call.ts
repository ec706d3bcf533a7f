import { ModelAccessError } from "../errors/model-access-error.js";
import type { Answer } from "./call.js";
import { watchBody } from "./watch-body.js";

/** A result together with the answer that it came in. */
export interface WithResponse<Result> {
  /** The result. */
  data: Result;
  /** Its headers and status; its body was read for `data`. */
  response: Response;
  /** The `x-request-id` of the answer. */
  requestId: string | undefined;
}

/** The promise of a call that has been made: await it for the result, or ask it for the answer. */
export interface PendingCall<Result> extends Promise<Result> {
  /** The result, and the answer with its headers. */
  withResponse(): Promise<WithResponse<Result>>;
  /**
   * The answer as it came, its body unread and yours: from here on no deadline watches it, and signals still end it. To
   * be asked for at once, in place of the result. Refusals are thrown all the same.
   */
  asResponse(): Promise<Response>;
}

/** Makes the promise of a call. The result is read as soon as the answer is there, unless the answer itself was asked for. */
export function pendingCall<Result>(
  opening: Promise<Answer>,
  read: (answer: Answer) => Result | Promise<Result>,
): PendingCall<Result> {
  let isForeign = false;
  let hasBegun = false;
  const result = opening.then((answer) => {
    if (isForeign) throw new ModelAccessError("asResponse() took the answer of this call; make another for its result");
    hasBegun = true;
    return read(answer);
  });

  return Object.assign(result, {
    async withResponse() {
      const data = await result;
      const { exchange } = await opening;
      return { data, response: exchange.response, requestId: exchange.requestId };
    },
    async asResponse() {
      if (hasBegun)
        throw new ModelAccessError("The answer was read already; call asResponse() as soon as the call is made");
      isForeign = true;
      // Whoever asks for the answer gets its failure from here.
      result.catch(() => {});
      return handOver(await opening);
    },
  });
}

function handOver({ exchange, link, deadlines }: Answer): Response {
  deadlines.end();
  const { response } = exchange;
  const { status, statusText, headers } = response;
  if (response.body === null) {
    link.release();
    return response;
  }
  const body = watchBody(response.body, { signal: link.signal, onEnd: link.release });
  return new Response(body, { status, statusText, headers });
}
