import type { Call } from "../call/call.js";
import type { ErrorDetails, ModelAccessError } from "./model-access-error.js";

/** Makes the error of a call. `what` follows the operation's name; keys are removed from the sentence. */
export function callError<Details extends ErrorDetails, CallError extends ModelAccessError>(
  { operation, details, redactor }: Call,
  ErrorClass: new (message: string, details: Details) => CallError,
  what: string,
  more: Details,
): CallError {
  return new ErrorClass(redactor.text(`${operation} ${what}`), { ...details, ...more });
}
