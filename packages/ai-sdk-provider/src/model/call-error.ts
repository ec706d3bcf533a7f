import { APICallError } from "@ai-sdk/provider";
import {
  ConnectionError,
  ModelAccessError,
  OptionError,
  RateLimitError,
  ResponseFormatError,
  StatusError,
} from "@model-access/sdk";

/** Longest `Retry-After` that is retried. A longer one fails the call immediately, as in the SDK; `ai` would retry too early. */
const maxRetryAfterMs = 60_000;

/**
 * Converts an error of the SDK to the error that `ai` knows, with the original as `cause`. An `OptionError` is not
 * converted, because no call was made.
 */
export function createCallError(error: unknown, { url, body }: { url: string; body: unknown }): unknown {
  if (!(error instanceof ModelAccessError) || error instanceof OptionError) return error;
  const { message, status, requestId } = error;
  const data = error instanceof StatusError ? error.body : undefined;
  const retryAfterMs = error instanceof StatusError ? error.retryAfterMs : undefined;
  const text = error instanceof ResponseFormatError ? error.excerpt : data;
  return new APICallError({
    message,
    url,
    requestBodyValues: body,
    responseHeaders: {
      ...(requestId === undefined ? {} : { "x-request-id": requestId }),
      // `ai` waits as long as this says.
      ...(retryAfterMs === undefined ? {} : { "retry-after-ms": String(retryAfterMs) }),
    },
    ...(status === undefined ? {} : { statusCode: status }),
    ...(text === undefined ? {} : { responseBody: typeof text === "string" ? text : JSON.stringify(text) }),
    isRetryable: isRetryable(error),
    data,
    cause: error,
  });
}

/** Tells if the SDK would retry the call: R7.10, and calls that never reached the service. */
function isRetryable(error: ModelAccessError): boolean {
  if (error instanceof ConnectionError) return error.reason === "connect";
  if (!(error instanceof StatusError) || (error.retryAfterMs ?? 0) > maxRetryAfterMs) return false;
  return error instanceof RateLimitError || error.status === 500 || error.status === 503;
}
