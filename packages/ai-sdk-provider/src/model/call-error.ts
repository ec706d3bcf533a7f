import { APICallError } from "@ai-sdk/provider";
import {
  ConnectionError,
  ModelAccessError,
  OptionError,
  RateLimitError,
  ResponseFormatError,
  StatusError,
} from "@model-access/sdk";

/** A longer wait fails the call at once, as in the SDK; `ai` would come back too early. */
const maxRetryAfterMs = 60_000;

/**
 * Makes the error that `ai` knows of one of the SDK's, which is its `cause`. A wrong option stays what it is: it was
 * never a call.
 */
export function callErrorOf(error: unknown, { url, body }: { url: string; body: unknown }): unknown {
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

/** Whether the SDK would make the call again: R7.10, and what never reached the service. */
function isRetryable(error: ModelAccessError): boolean {
  if (error instanceof ConnectionError) return error.reason === "connect";
  if (!(error instanceof StatusError) || (error.retryAfterMs ?? 0) > maxRetryAfterMs) return false;
  return error instanceof RateLimitError || error.status === 500 || error.status === 503;
}
