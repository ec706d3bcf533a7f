import type { Call } from "../call/call.js";
import { isErrorLike } from "../stream/json-fields.js";
import { callError } from "./call-error.js";
import {
  AbortError,
  ConnectionError,
  type ModelAccessError,
  type Processed,
  TimeoutError,
} from "./model-access-error.js";

interface ConnectionFailure {
  /** The words for the failure; they follow the operation's name. */
  what: string;
  cause: unknown;
}

/** The error for a call that did not get its whole answer: a signal, a deadline, or a connection that failed. */
export function connectionFailure(call: Call, { what, cause }: ConnectionFailure): ModelAccessError {
  if (call.signal.aborted) return abortError(call);
  const safeCause = call.redactor.cause(cause);
  const phase = readPlatformTimeout(cause);
  if (phase !== undefined) {
    const timeout = { phase, timeoutMs: platformTimeoutMs, cause: safeCause };
    return callError(call, TimeoutError, `${what}: ${describeCause(cause)}`, timeout);
  }
  const reason = isConnectFailure(cause) ? "connect" : "lost";
  const sentence = `${what} (${describeCause(safeCause)}); check the network and baseURL`;
  return callError(call, ConnectionError, sentence, { reason, cause: safeCause });
}

/** The error for a call that a signal ended. A deadline passes its own error as the signal's reason. */
export function abortError({
  operation,
  signal,
  mayHaveBeenProcessed = "yes",
}: {
  operation: string;
  signal: AbortSignal;
  mayHaveBeenProcessed?: Processed;
}): ModelAccessError {
  const { reason } = signal;
  if (reason instanceof TimeoutError && reason.hasEnded(signal)) return reason;
  return new AbortError(`${operation} was ended by its abort signal`, { cause: reason, mayHaveBeenProcessed });
}

// Causes may go round in a circle.
const maxCauseDepth = 10;

/** Returns the runtime's words at the end of the chain of causes, such as `connect ECONNREFUSED 127.0.0.1:1`. */
export function describeCause(cause: unknown, depth = 0): string {
  if (!isErrorLike(cause)) return describeValue(cause);
  if (isErrorLike(cause.cause) && depth < maxCauseDepth) return describeCause(cause.cause, depth + 1);
  if (readPlatformTimeout(cause) !== undefined) {
    return "the platform's own fetch gives up after five silent minutes; set shorter timeouts, or pass another fetch";
  }
  const code = readCode(cause);
  if (cause.message === "") return code || cause.name;
  // The words of OpenSSL end with a new line.
  return cause.message.includes(code) ? cause.message : `${cause.message.trim()}, ${code}`;
}

function describeValue(value: unknown): string {
  try {
    return String(value);
  } catch {
    return "something without words";
  }
}

// The last two are Bun's. A handshake that fails for the certificate comes before the request.
const connectCodes =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|(.+_)?CERT(_.+)?|UNABLE_TO_.+|ERR_SSL_WRONG_VERSION_NUMBER|ConnectionRefused|FailedToOpenSocket)$/;
// Failures known by their message alone: a port that fetch blocks, a handshake that was cut off, and those of Deno.
const connectMessages = /^bad port$|before secure TLS connection|client error \(Connect\)/;

/** True if the service was never reached and so can't have seen the request; false when in doubt. */
export function isConnectFailure(cause: unknown, depth = 0): boolean {
  if (!isErrorLike(cause) || depth > maxCauseDepth) return false;
  const { message, errors, syscall } = cause as Error & { errors?: unknown; syscall?: unknown };
  if (syscall === "connect" || connectCodes.test(readCode(cause)) || connectMessages.test(message)) return true;
  // A host of several addresses fails with an error for each.
  const causes = Array.isArray(errors) && errors.length > 0 ? errors : [cause.cause];
  return causes.every((inner) => isConnectFailure(inner, depth + 1));
}

const platformTimeoutMs = 300_000;

/** The phase whose timer inside Node's `fetch` fired, if one did. */
function readPlatformTimeout(cause: unknown, depth = 0): "headers" | "betweenContents" | undefined {
  if (!isErrorLike(cause) || depth > maxCauseDepth) return undefined;
  const code = readCode(cause);
  if (code === "UND_ERR_HEADERS_TIMEOUT") return "headers";
  return code === "UND_ERR_BODY_TIMEOUT" ? "betweenContents" : readPlatformTimeout(cause.cause, depth + 1);
}

function readCode(error: Error): string {
  return "code" in error && typeof error.code === "string" ? error.code : "";
}
