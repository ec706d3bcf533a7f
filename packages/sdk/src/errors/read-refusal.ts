import type { Call } from "../call/call.js";
import { mediaTypeOf } from "../call/media-type.js";
import { parsedOrText, readStart } from "../call/response-body.js";
import { abortError } from "./connection-failure.js";
import { clauseOf, type ErrorObject, errorObjectOf } from "./error-object.js";
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

/** What a status is thrown as, and what to do about it. */
const byStatus = new Map<number, [Class: typeof StatusError, advice?: string]>([
  [400, [BadRequestError]],
  [401, [InvalidKeyError, "check the API key"]],
  [402, [InsufficientPointsError, "add points to the account"]],
  [403, [PermissionError, "use a key that has the permission"]],
  [404, [NotFoundError]],
  [429, [RateLimitError]],
  [500, [InternalError, "try again later"]],
  [503, [UnavailableError, "try again later"]],
]);

const badRequestByCode = new Map<unknown, typeof BadRequestError>([
  ["model_not_found", ModelNotFoundError],
  ["invalid_parameter", InvalidParameterError],
  ["missing_parameter", MissingParameterError],
]);

// Longer than any error object; a body that never ends must not fill the memory.
const maxBytes = 1_000_000;

/** Reads an answer that is not a success, and gives the error for it. */
export async function readRefusal(call: Call): Promise<StatusError> {
  const { operation, response, redactor, details } = call;
  // The status of an answer says more than that its body was lost.
  const text = await readStart(call, { maxBytes });
  if (call.signal.aborted) throw abortError(call);
  // The text and not its value, which may be too deep to walk through.
  const body = parsedOrText(redactor.text(text));
  const error = errorObjectOf(body);
  const { status } = response;
  const wait = retryAfterMs(response.headers, call.client.clock.date());
  const badRequest = status === 400 ? badRequestByCode.get(error?.code) : undefined;
  const [Class, advice] = byStatus.get(status) ?? [StatusError];
  const next = wait === undefined ? advice : `retry after ${wait / 1000} s`;
  return new (badRequest ?? Class)(`${operation} answered ${sentenceOf({ response, error, advice: next })}`, {
    ...details,
    status,
    type: error?.type,
    code: error?.code,
    param: error?.param,
    retryAfterMs: wait,
    body,
  });
}

function sentenceOf({
  response,
  error,
  advice,
}: {
  response: Response;
  error: ErrorObject | undefined;
  advice: string | undefined;
}): string {
  const { status } = response;
  if (isRedirect(response)) {
    return `${status || "a redirect"}${targetOf(response)}; redirects are not followed, so set baseURL to the address that answers`;
  }
  if (error === undefined) {
    return `${status} with ${mediaTypeOf(response) ?? "no media type"} and no error object; ${advice ?? "check that baseURL points at the service"}`;
  }
  const said = `${status}${error.type ? ` ${error.type}` : ""}: ${clauseOf(error.message)}`;
  return advice === undefined ? said : `${said}; ${advice}`;
}

// Browsers hide a redirect that is not followed behind status 0.
function isRedirect({ status, type }: Response): boolean {
  return type === "opaqueredirect" || [301, 302, 303, 307, 308].includes(status);
}

function targetOf({ headers }: Response): string {
  const location = headers.get("location") ?? "";
  return URL.canParse(location) ? ` and points to ${new URL(location).origin}` : "";
}
