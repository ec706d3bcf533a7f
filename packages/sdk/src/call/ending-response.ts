import { connectionFailure } from "../errors/connection-failure.js";
import type { Call } from "./call.js";
import { type BodyEnd, watchBody } from "./watch-body.js";

/** The calls whose answers were handed over, until somebody else takes over how they end. */
const handedOver = new WeakMap<Response, Call>();

/**
 * The answer of a call for a caller who reads it: the call ends with its body. With `what` (which follows the operation's
 * name) a failure of the body is typed, and the deadlines go on while the caller waits for more.
 */
export function endingResponse(call: Call, { what }: { what?: string } = {}): Response {
  const { response, deadlines, signal } = call;
  const { status, statusText, headers, body, url } = response;
  if (what === undefined) deadlines.end();
  if (body === null || headers.get("content-length") === "0") {
    call.end({});
    return response;
  }
  // A reader may take its time.
  let isAwaited = false;
  deadlines.countWhile(() => isAwaited);

  function end({ outcome, error }: BodyEnd): void {
    if (!handedOver.delete(ending)) call.stop();
    else if (outcome === "complete") call.end({});
    else call.end({ outcome: signal.aborted ? "cancelled" : outcome, error });
  }

  const watched = watchBody(body, {
    signal,
    onPull() {
      isAwaited = true;
      deadlines.onRead();
    },
    onChunk() {
      isAwaited = false;
      deadlines.enter("betweenContents");
    },
    onEnd: end,
    toError: (cause) => (what === undefined ? cause : connectionFailure(call, { what, cause })),
  });
  const ending = new Response(watched, { status, statusText, headers });
  Object.defineProperty(ending, "url", { value: url });
  handedOver.set(ending, call);
  return ending;
}

/** The call behind an answer that was handed over. Whoever takes it says how it ended. */
export function takeCall(response: Response): Call | undefined {
  const call = handedOver.get(response);
  handedOver.delete(response);
  return call;
}
