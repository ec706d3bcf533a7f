import type { Call } from "../call/call.js";
import { reasonOf } from "./connection-failure.js";
import { clauseOf, type ErrorObject, redactedError } from "./error-object.js";
import { StreamError, StreamIncompleteError } from "./stream-error.js";

/** What a failed stream was, and what had come of it. */
export interface StreamFailure {
  call: Call;
  partial: unknown;
}

/** The error for an error event. */
export function streamError({ call, partial, error }: StreamFailure & { error: ErrorObject }): StreamError {
  const { operation, details } = call;
  const { message, type, code } = redactedError(error, call.redactor);
  const kind = type ? ` with ${type}` : "";
  return new StreamError(`${operation} failed in the middle of its stream${kind}: ${clauseOf(message)}`, {
    ...details,
    code,
    type,
    partial,
  });
}

/** The error for a stream without its end marker. `cause` is what the connection died of; `what` follows the operation's name. */
export function streamIncompleteError({
  call,
  partial,
  cause,
  what = "ended its stream before the end marker",
}: StreamFailure & { cause?: unknown; what?: string }): StreamIncompleteError {
  const { operation, redactor, details } = call;
  const safeCause = redactor.cause(cause);
  const reason = safeCause === undefined ? "" : ` (${reasonOf(safeCause)})`;
  return new StreamIncompleteError(`${operation} ${what}${reason}; what had come is in error.partial`, {
    ...details,
    partial,
    cause: safeCause,
  });
}
