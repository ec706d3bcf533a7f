import type { DeadlinePhase } from "../deadlines/deadlines.js";
import { withValues } from "../stream/json-fields.js";

/**
 * Says if the service may have carried out the request and charged points for it: in any attempt, as far as the
 * client can know.
 */
export type Processed = "no" | "maybe" | "yes";

/** The details an error has about the exchange that it ended. */
export interface ErrorDetails {
  status?: number | undefined;
  code?: string | number | undefined;
  type?: string | undefined;
  requestId?: string | undefined;
  mayHaveBeenProcessed?: Processed | undefined;
  cause?: unknown;
}

/** The details that are not printed with an error, because they may hold generated text. */
export const hiddenDetails: readonly string[] = ["body", "excerpt", "partial"];

/** The class of every error that this package throws. */
export class ModelAccessError extends Error {
  /** The `name` of these errors, which no minifier changes. It is the same in every build and realm, where classes are not. */
  static readonly sdkErrorName: string = "ModelAccessError";
  /** The HTTP status, where an answer came. */
  declare readonly status?: number;
  /** The service's word for the condition, such as `insufficient_points`; tomorrow's values reach you as they are. */
  declare readonly code?: string | number;
  /** The service's word for the class of error, such as `rate_limit_error`. */
  declare readonly type?: string;
  /** The `x-request-id` of the answer; name it when you report a fault to the operator. */
  declare readonly requestId?: string;
  /** Says if the call may have been carried out and charged; check it before you make the call again. */
  declare readonly mayHaveBeenProcessed: Processed;

  constructor(message: string, { cause, mayHaveBeenProcessed = "no", ...details }: ErrorDetails = {}) {
    super(message, cause === undefined ? {} : { cause });
    Object.assign(this, withValues({ mayHaveBeenProcessed, ...details }));
    for (const name of hiddenDetails) if (name in this) Object.defineProperty(this, name, { enumerable: false });
  }

  override get name(): string {
    return (this.constructor as typeof ModelAccessError).sdkErrorName;
  }

  /** Recognises errors of the package's other build and of other realms too, by the names of their classes. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: the class that is asked may be any of those below.
    return isInstance(value, this);
  }
}

/**
 * An option of the client or of a call is missing or wrong. Thrown before anything is sent, unless only an answer shows
 * it.
 */
export class OptionError extends ModelAccessError {
  static override readonly sdkErrorName: string = "OptionError";
  /** The name of the option. */
  declare readonly option: string;

  constructor(option: string, message: string, details?: ErrorDetails) {
    super(message, details);
    this.option = option;
  }
}

/** The further details of a {@link ConnectionError}. */
export interface ConnectionErrorDetails extends ErrorDetails {
  reason: "connect" | "lost";
}

/** No whole answer arrived. `cause` is the error of `fetch`. */
export class ConnectionError extends ModelAccessError {
  static override readonly sdkErrorName: string = "ConnectionError";
  /** The service could not be reached, or the connection was lost after the request was sent. */
  declare readonly reason: "connect" | "lost";

  constructor(message: string, details: ConnectionErrorDetails) {
    super(message, details);
  }
}

/** Your signal ended the call. `cause` is the signal's reason. */
export class AbortError extends ModelAccessError {
  static override readonly sdkErrorName: string = "AbortError";
  /** The reply so far; absent if nothing had arrived. It is not printed with the error. */
  declare readonly partial?: unknown;
}

/** The further details of a {@link ResponseFormatError}. */
export interface ResponseFormatDetails extends ErrorDetails {
  excerpt?: string;
  partial?: unknown;
}

/**
 * An answer came that the contract does not know: malformed or cut JSON, HTML from a proxy, an empty body, the wrong
 * media type.
 */
export class ResponseFormatError extends ModelAccessError {
  static override readonly sdkErrorName: string = "ResponseFormatError";
  /** The start of what came, at most 200 characters. It is not printed with the error. */
  declare readonly excerpt: string;
  /** The reply so far; absent if nothing had arrived. It is not printed with the error. */
  declare readonly partial?: unknown;

  constructor(message: string, { excerpt = "", ...details }: ResponseFormatDetails) {
    super(message, { ...details, excerpt } as ErrorDetails);
  }
}

/** The further details of a {@link StreamError} and a {@link StreamIncompleteError}. */
export interface StreamErrorDetails<Partial = unknown> extends ErrorDetails {
  partial: Partial | undefined;
}

class FailedStream<Partial> extends ModelAccessError {
  /** The reply so far; absent if nothing had arrived. It is not printed with the error. */
  declare readonly partial: Partial | undefined;

  constructor(message: string, details: StreamErrorDetails<Partial>) {
    // A stream is the answer to a request that was taken.
    super(message, { mayHaveBeenProcessed: "yes", ...details });
  }
}

/** The service reported an error in the middle of a stream, after status 200 (R6.2). */
export class StreamError<Partial = unknown> extends FailedStream<Partial> {
  static override readonly sdkErrorName: string = "StreamError";
}

/** A stream ended before its end marker. `cause` is the failure of the connection, if it did not end cleanly. */
export class StreamIncompleteError<Partial = unknown> extends FailedStream<Partial> {
  static override readonly sdkErrorName: string = "StreamIncompleteError";
}

/** The further details of a {@link TimeoutError}. */
export interface TimeoutErrorDetails extends ErrorDetails {
  phase: DeadlinePhase;
  timeoutMs: number;
  /** The signal of the call, which the deadline aborted. */
  signal?: AbortSignal | undefined;
}

/** A deadline of the call passed, one of `timeouts` or one of the platform's `fetch`. */
export class TimeoutError extends ModelAccessError {
  static override readonly sdkErrorName: string = "TimeoutError";
  /** The deadline that passed, by its name in `timeouts`. */
  declare readonly phase: DeadlinePhase;
  /** The length of the deadline, in milliseconds. */
  declare readonly timeoutMs: number;
  /** The reply so far; absent if nothing had arrived. It is not printed with the error. */
  declare readonly partial?: unknown;
  readonly #signal: AbortSignal | undefined;

  constructor(message: string, { signal, ...details }: TimeoutErrorDetails) {
    super(message, details);
    this.#signal = signal;
  }

  /** True if this deadline aborted the signal. A caller may end other calls with the same error as their reason. */
  hasEnded(signal: AbortSignal): boolean {
    return this.#signal === signal;
  }
}

function isInstance(value: unknown, errorClass: typeof ModelAccessError): boolean {
  if (Function.prototype[Symbol.hasInstance].call(errorClass, value)) return true;
  // A class without a name of its own is the user's, and would pass for its parent.
  if (!Object.hasOwn(errorClass, "sdkErrorName")) return false;
  for (let Class = Object(value).constructor; Class; Class = Object.getPrototypeOf(Class)) {
    if (Class.sdkErrorName === errorClass.sdkErrorName) return true;
  }
  return false;
}
