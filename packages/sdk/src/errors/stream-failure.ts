import type { Call } from "../call/call.js";
import { callError } from "./call-error.js";
import { reasonOf } from "./connection-failure.js";
import { clauseOf, type ErrorObject } from "./error-object.js";
import { StreamError, StreamIncompleteError } from "./stream-error.js";

/** The part of a failed stream that had come, and its error. */
export interface StreamFailure {
  partial: unknown;
  error: ErrorObject;
}

/** The error for an error event. */
export function streamError(call: Call, { partial, error }: StreamFailure): StreamError {
  const { message, type, code } = call.redactor.texts(error);
  const kind = type ? ` with ${type}` : "";
  const what = `failed in the middle of its stream${kind}: ${clauseOf(message)}`;
  return callError(call, StreamError, what, { code, type, partial });
}

interface CutStream {
  partial: unknown;
  /** The error that broke the connection. */
  cause?: unknown;
  /** It follows the operation's name. */
  what?: string;
}

/** The error for a stream without its end marker. */
export function streamIncompleteError(
  call: Call,
  { partial, cause, what = "ended its stream before the end marker" }: CutStream,
): StreamIncompleteError {
  const safeCause = call.redactor.cause(cause);
  const reason = safeCause === undefined ? "" : ` (${reasonOf(safeCause)})`;
  const sentence = `${what}${reason}; the reply so far is in error.partial`;
  return callError(call, StreamIncompleteError, sentence, { partial, cause: safeCause });
}
