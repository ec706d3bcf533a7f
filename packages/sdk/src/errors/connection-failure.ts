import type { Keyring } from "../api-key.js";
import type { Exchange } from "../exchange.js";
import { AbortError, ConnectionError } from "./model-access-error.js";

interface ConnectionFailure {
  operation: string;
  /** What went wrong; it follows the operation's name. */
  what: string;
  /** What `fetch` or the body threw. */
  cause: unknown;
  signal: AbortSignal | null | undefined;
  keyring: Keyring;
  /** The answer, where its headers came. */
  exchange?: Exchange;
}

/** The error for a call that did not get its whole answer: the caller's abort, or a connection that failed. */
export function connectionFailure({
  operation,
  what,
  cause,
  signal,
  keyring,
  exchange,
}: ConnectionFailure): AbortError | ConnectionError {
  if (signal?.aborted) return abortError(operation, signal);
  const safeCause = keyring.safeCause(cause);
  return new ConnectionError(`${operation} ${what} (${reasonOf(safeCause)}); check the network and baseURL`, {
    status: exchange?.response.status,
    requestId: exchange?.requestId,
    cause: safeCause,
  });
}

/** The error for a call that a signal of the caller ended. */
export function abortError(operation: string, signal: AbortSignal): AbortError {
  return new AbortError(`${operation} was ended by its abort signal`, { cause: signal.reason });
}

/** What the runtime says at the end of the chain of causes, such as `connect ECONNREFUSED 127.0.0.1:1`. */
export function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  if (cause.cause instanceof Error) return reasonOf(cause.cause);
  const code = "code" in cause && typeof cause.code === "string" ? cause.code : "";
  if (cause.message === "") return code || cause.name;
  return code === "" || cause.message.includes(code) ? cause.message : `${cause.message}, ${code}`;
}
