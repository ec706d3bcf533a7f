import { type ErrorDetails, ModelAccessError } from "./model-access-error.js";

/** The further details of a {@link StatusError}. */
export interface StatusErrorDetails extends ErrorDetails {
  status: number;
  param?: string | undefined;
  retryAfterMs?: number | undefined;
  body?: unknown;
}

/** The service answered with a status that is not a success; those of the specification have classes of their own. */
export class StatusError extends ModelAccessError {
  static override readonly sdkErrorName: string = "StatusError";
  declare readonly status: number;
  /** The parameter that was wrong, where the service names it. */
  declare readonly param?: string;
  /** The wait the service asks for before the next attempt, from `Retry-After` in seconds or as a date. */
  declare readonly retryAfterMs?: number;
  /** The body of the answer: parsed if it is JSON, otherwise its text. It is not printed with the error. */
  declare readonly body: unknown;

  constructor(message: string, details: StatusErrorDetails) {
    super(message, details);
  }
}

/** 400: the request is malformed, or a parameter is wrong. */
export class BadRequestError extends StatusError {
  static override readonly sdkErrorName: string = "BadRequestError";
}

/** 400 `model_not_found`: there is no such model, or it is a private bot. */
export class ModelNotFoundError extends BadRequestError {
  static override readonly sdkErrorName: string = "ModelNotFoundError";
}

/** 400 `invalid_parameter`: a parameter is out of its range or of the wrong type. */
export class InvalidParameterError extends BadRequestError {
  static override readonly sdkErrorName: string = "InvalidParameterError";
}

/** 400 `missing_parameter`: a required field is missing. */
export class MissingParameterError extends BadRequestError {
  static override readonly sdkErrorName: string = "MissingParameterError";
}

/** 401: the API key is missing, wrong or revoked. */
export class InvalidKeyError extends StatusError {
  static override readonly sdkErrorName: string = "InvalidKeyError";
}

/** 402: the account has too few points. */
export class InsufficientPointsError extends StatusError {
  static override readonly sdkErrorName: string = "InsufficientPointsError";
}

/** 403: the key is valid but may not do this. */
export class PermissionError extends StatusError {
  static override readonly sdkErrorName: string = "PermissionError";
}

/** 404: there is no such resource. */
export class NotFoundError extends StatusError {
  static override readonly sdkErrorName: string = "NotFoundError";
}

/** 429: too many requests in a minute. The request was not processed and cost no points (R7.9). */
export class RateLimitError extends StatusError {
  static override readonly sdkErrorName: string = "RateLimitError";
}

/** 500: a temporary fault inside the service. */
export class InternalError extends StatusError {
  static override readonly sdkErrorName: string = "InternalError";
}

/** 503: the service is temporarily unavailable. */
export class UnavailableError extends StatusError {
  static override readonly sdkErrorName: string = "UnavailableError";
}
