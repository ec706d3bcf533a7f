import type { Exchange } from "../exchange.js";
import { mediaTypeOf } from "../media-type.js";
import { type ErrorObject, errorObjectOf } from "./error-object.js";
import { retryAfterMs } from "./retry-after.js";
import {
  BadRequestError,
  InsufficientPointsError,
  InternalError,
  InvalidKeyError,
  InvalidParameterError,
  MissingParameterError,
  ModelNotFoundError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  StatusError,
  UnavailableError,
} from "./status-error.js";

const classByStatus = new Map([
  [400, BadRequestError],
  [401, InvalidKeyError],
  [402, InsufficientPointsError],
  [403, PermissionError],
  [404, NotFoundError],
  [429, RateLimitError],
  [500, InternalError],
  [503, UnavailableError],
]);

const badRequestByCode = new Map<unknown, typeof BadRequestError>([
  ["model_not_found", ModelNotFoundError],
  ["invalid_parameter", InvalidParameterError],
  ["missing_parameter", MissingParameterError],
]);

const adviceByStatus: Record<number, string> = {
  401: "check the API key",
  402: "add points to the account",
  403: "use a key that has the permission",
  500: "try again later",
  503: "try again later",
};

/** The error for an answer that is not a success. `body` is parsed where it was JSON, otherwise its text. */
export function statusErrorOf({ exchange, body }: { exchange: Exchange; body: unknown }): StatusError {
  const { response, requestId } = exchange;
  const safeBody = exchange.keyring.redact(body);
  const error = errorObjectOf(safeBody);
  const { status } = response;
  const wait = retryAfterMs(response.headers);
  const badRequest = status === 400 ? badRequestByCode.get(error?.code) : undefined;
  const Class = badRequest ?? classByStatus.get(status) ?? StatusError;
  return new Class(`${exchange.operation} answered ${sentenceOf({ response, error, wait })}`, {
    status,
    type: error?.type,
    code: error?.code,
    param: error?.param,
    requestId,
    retryAfterMs: wait,
    body: safeBody,
  });
}

function sentenceOf({
  response,
  error,
  wait,
}: {
  response: Response;
  error: ErrorObject | undefined;
  wait: number | undefined;
}): string {
  const { status } = response;
  if (isRedirect(response)) {
    return `${status || "a redirect"}${targetOf(response)}; redirects are not followed, so set baseURL to the address that answers`;
  }
  const advice = wait === undefined ? adviceByStatus[status] : `retry after ${wait / 1000} s`;
  if (error === undefined) {
    return `${status} with ${mediaTypeOf(response) ?? "no media type"} and no error object; ${advice ?? "check that baseURL points at the service"}`;
  }
  const said = `${status}${error.type ? ` ${error.type}` : ""}: ${error.message}`;
  return advice === undefined ? said : `${said}; ${advice}`;
}

// Browsers hide a redirect that is not followed behind status 0.
function isRedirect({ status, type }: Response): boolean {
  return type === "opaqueredirect" || (status >= 300 && status < 400);
}

function targetOf({ headers }: Response): string {
  const location = headers.get("location") ?? "";
  return URL.canParse(location) ? ` and points to ${new URL(location).origin}` : "";
}
