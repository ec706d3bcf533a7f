import { readMediaType, readStart } from "../call/answer.js";
import type { Call } from "../call/call.js";
import { parsedOrText } from "../stream/json-fields.js";
import { callError, type ErrorObject, formatClause, readErrorObject } from "./call-error.js";
import { abortError } from "./connection-failure.js";
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

/** The error class of each status and of some codes, and the advice to the caller. */
const byCondition = new Map<unknown, [Class: typeof StatusError, advice?: string]>([
  ["400 model_not_found", [ModelNotFoundError]],
  ["400 invalid_parameter", [InvalidParameterError]],
  ["400 missing_parameter", [MissingParameterError]],
  [400, [BadRequestError]],
  [401, [InvalidKeyError, "check the API key"]],
  [402, [InsufficientPointsError, "add points to the account"]],
  [403, [PermissionError, "use a key that has the permission"]],
  [404, [NotFoundError]],
  [429, [RateLimitError]],
  [500, [InternalError, "try again later"]],
  [503, [UnavailableError, "try again later"]],
]);

// Longer than any error object; a body that never ends must not fill the memory.
const maxBytes = 1_000_000;

export async function readRefusal(call: Call): Promise<StatusError> {
  const { response, redactor, client } = call;
  const { status, headers } = response;
  // The status of an answer says more than that its body was lost.
  const text = await readStart(call, maxBytes);
  if (call.signal.aborted) throw abortError(call);
  const error = readErrorObject(parsedOrText(text));
  const { message, ...described }: Partial<ErrorObject> = error ? redactor.texts(error) : {};
  // The text and not its value, which may be too deep to walk through.
  const body = parsedOrText(redactor.start(text));
  const [Class, general] = byCondition.get(`${status} ${described.code}`) ?? byCondition.get(status) ?? [StatusError];
  const waitMs = retryAfterMs(headers, client.clock.date());
  const advice = waitMs === undefined ? general : `retry after ${waitMs / 1000} s`;
  let sentence = "answered ";
  if (isRedirect(response)) {
    sentence += `${status || "a redirect"}${describeTarget(headers)}; redirects are not followed, so set baseURL to the address that answers`;
  } else if (message === undefined) {
    sentence += `${status} with ${readMediaType(response) ?? "no media type"} and no error object; ${advice ?? "check that baseURL points at the service"}`;
  } else {
    sentence += `${status}${described.type ? ` ${described.type}` : ""}: ${formatClause(message)}${advice ? `; ${advice}` : ""}`;
  }
  return callError(call, Class, sentence, { ...described, status, retryAfterMs: waitMs, body });
}

// Browsers hide a redirect that is not followed behind status 0.
function isRedirect({ status, type }: Response): boolean {
  return type === "opaqueredirect" || /^30[12378]$/.test(String(status));
}

function describeTarget(headers: Headers): string {
  const location = headers.get("location") ?? "";
  return URL.canParse(location) ? ` and points to ${new URL(location).origin}` : "";
}

// Nobody asks to wait for less than no time.
const unread = -1;

/** Returns the wait that `retry-after-ms` or `Retry-After` asks for, in milliseconds; absent if neither can be read. */
export function retryAfterMs(headers: Headers, nowMs: number): number | undefined {
  const value = headers.get("retry-after") ?? "";
  const waits = [
    readAmount(headers.get("retry-after-ms") ?? ""),
    readAmount(value) * 1000,
    // Without a time of day it is no date, though the platform would make one of "-1".
    /\d:\d\d/.test(value) ? Math.max(0, Date.parse(value) - nowMs) : unread,
  ];
  return waits.find((ms) => ms >= 0);
}

function readAmount(text: string): number {
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : unread;
}
