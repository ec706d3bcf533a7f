import type { Call } from "../call/call.js";
import type { DeadlinePhase } from "../deadlines/deadlines.js";
import { isFields, parsedOrText, textIn } from "../stream/json-fields.js";
import { describeCause } from "./connection-failure.js";
import {
  type ErrorDetails,
  type ModelAccessError,
  type ResponseFormatDetails,
  ResponseFormatError,
  StreamError,
  StreamIncompleteError,
  TimeoutError,
  type TimeoutErrorDetails,
} from "./model-access-error.js";

/** Makes the error of a call. `what` follows the operation's name; keys are removed from the sentence. */
export function callError<Details extends ErrorDetails, CallError extends ModelAccessError>(
  { operation, details, redactor }: Call,
  ErrorClass: new (message: string, details: Details) => CallError,
  what: string,
  more: Details,
): CallError {
  return new ErrorClass(redactor.text(`${operation} ${what}`), { ...details, ...more });
}

export interface ErrorObject {
  message: string;
  type?: string | undefined;
  code?: string | number | undefined;
  param?: string | undefined;
}

/** Reads `{error: {message, type, code}}`, and the bare `{message, type, code}` that an error event may carry. */
export function readErrorObject(body: unknown): ErrorObject | undefined {
  const error = isFields(body) ? (body.error ?? body) : undefined;
  if (typeof error === "string") return { message: error };
  if (!isFields(error) || typeof error.message !== "string") return undefined;
  const { message, type, code, param } = error;
  return { message, type: textIn(type), code: typeof code === "number" ? code : textIn(code), param: textIn(param) };
}

const maxClauseLength = 500;

/** A message as the middle of a sentence: one line, no full stop. To be made after the key is out, or it could keep half. */
export function formatClause(message: string): string {
  return message.slice(0, maxClauseLength).replaceAll(/\s+/g, " ").trim().replace(/\.$/, "");
}

interface FormatFailure extends Omit<ResponseFormatDetails, "excerpt"> {
  /** It follows the operation's name and the status. */
  what: string;
  text?: string | undefined;
}

const excerptLength = 200;
// Longer than an excerpt, so that a key at its end is taken out whole.
const maxRedactedLength = 10_000;

/** The error for an answer that the contract does not know. */
export function responseFormatError(call: Call, { what, text = "", ...more }: FormatFailure): ResponseFormatError {
  const excerpt = call.redactor.start(text.slice(0, maxRedactedLength)).slice(0, excerptLength);
  return callError(call, ResponseFormatError, `answered ${call.response.status} ${what}`, { ...more, excerpt });
}

/** The same for a whole body, which may be an error object with status 200. */
export function bodyFormatError(call: Call, failure: FormatFailure & { text: string }): ResponseFormatError {
  const { text } = failure;
  const value = parsedOrText(text);
  const errorObject = isFields(value) && value.error != null ? readErrorObject(value) : undefined;
  if (errorObject === undefined) return responseFormatError(call, failure);
  const { message, type, code } = call.redactor.texts(errorObject);
  const sentence = `with an error object${type ? `, ${type}` : ""}: ${formatClause(message)}`;
  return responseFormatError(call, { what: sentence, text, type, code });
}

export interface StreamFailure {
  partial: unknown;
  error: ErrorObject;
}

/** The error for an error event. */
export function streamError(call: Call, { partial, error }: StreamFailure): StreamError {
  const { message, type, code } = call.redactor.texts(error);
  const kind = type ? ` with ${type}` : "";
  const what = `failed in the middle of its stream${kind}: ${formatClause(message)}`;
  return callError(call, StreamError, what, { code, type, partial });
}

interface CutStream {
  partial: unknown;
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
  const reason = safeCause === undefined ? "" : ` (${describeCause(safeCause)})`;
  const sentence = `${what}${reason}; the reply so far is in error.partial`;
  return callError(call, StreamIncompleteError, sentence, { partial, cause: safeCause });
}

const whatByPhase: Record<DeadlinePhase, string> = {
  headers: "got no answer within",
  firstContent: "brought no content after its headers within",
  betweenContents: "brought no more content within",
  total: "did not finish within",
};

export function timeoutError(call: Call, deadline: Pick<TimeoutErrorDetails, "phase" | "timeoutMs">): TimeoutError {
  const { phase, timeoutMs } = deadline;
  const what = `${whatByPhase[phase]} ${timeoutMs / 1000} s; raise timeouts.${phase} if that is too soon`;
  return callError(call, TimeoutError, what, { ...deadline, signal: call.signal });
}
