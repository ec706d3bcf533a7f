import { isFields, withValues } from "../stream/json-fields.js";

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

// The mark of our errors. It is the same in every build and realm, where the classes are not.
const brand = /* @__PURE__ */ Symbol.for("@model-access/sdk/error");

/** The class of every error that this package throws. */
export class ModelAccessError extends Error {
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
    super(message, cause === undefined ? undefined : { cause });
    Object.defineProperty(this, brand, { value: true });
    Object.assign(this, { mayHaveBeenProcessed, ...withValues(details) });
  }

  /** Recognises errors of the package's other build and of other realms too, by the names of their classes. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: the class that is asked may be any of those below.
    return isInstance(value, this);
  }

  override get name(): string {
    return "ModelAccessError";
  }
}

/**
 * An option of the client or of a call is missing or wrong. Thrown before anything is sent, unless only an answer shows
 * it.
 */
export class OptionError extends ModelAccessError {
  /** The name of the option. */
  declare readonly option: string;

  constructor(option: string, message: string, details?: ErrorDetails) {
    super(message, details);
    this.option = option;
  }

  override get name(): string {
    return "OptionError";
  }
}

/** The further details of a {@link ConnectionError}. */
export interface ConnectionErrorDetails extends ErrorDetails {
  reason: "connect" | "lost";
}

/** No whole answer arrived. `cause` is the error of `fetch`. */
export class ConnectionError extends ModelAccessError {
  /** The service could not be reached, or the connection was lost after the request was sent. */
  declare readonly reason: "connect" | "lost";

  constructor(message: string, details: ConnectionErrorDetails) {
    super(message, details);
  }

  override get name(): string {
    return "ConnectionError";
  }
}

/** Your signal ended the call. `cause` is the signal's reason. */
export class AbortError extends ModelAccessError {
  /** The reply so far; absent if nothing had arrived. It is not printed with the error. */
  declare readonly partial?: unknown;

  override get name(): string {
    return "AbortError";
  }
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
  readonly #excerpt: string;
  readonly #partial: unknown;

  constructor(message: string, { excerpt = "", partial, ...details }: ResponseFormatDetails) {
    super(message, details);
    this.#excerpt = excerpt;
    this.#partial = partial;
  }

  /**
   * The start of what came, at most 200 characters. It is not printed with the error, because it may hold generated
   * text.
   */
  get excerpt(): string {
    return this.#excerpt;
  }

  /** The reply so far; absent if nothing had arrived. It is not printed with the error. */
  get partial(): unknown {
    return this.#partial;
  }

  override get name(): string {
    return "ResponseFormatError";
  }
}

function isInstance(value: unknown, errorClass: typeof ModelAccessError): boolean {
  const ordinary = Function.prototype[Symbol.hasInstance];
  if (ordinary.call(ModelAccessError, value)) return ordinary.call(errorClass, value);
  if (!isFields(value) || !(brand in value)) return false;
  // A class without a name of its own is the user's, and would pass for its parent.
  const { prototype } = errorClass;
  return Object.hasOwn(prototype, "name") && namesOf(value).endsWith(namesOf(prototype));
}

/** The names of an error's classes, its own first. They are those of the prototypes, which no minifier changes. */
function namesOf(error: object | null): string {
  if (error === null) return "";
  const name = Object.hasOwn(error, "name") ? `/${(error as Error).name}` : ""; // it has one
  return name + namesOf(Object.getPrototypeOf(error));
}
