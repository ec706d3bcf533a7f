import { ConnectionError, ModelAccessError, RateLimitError, StatusError } from "@model-access/sdk";
import { RetryError } from "ai";

/** A failed call as the page shows it; `mayRetry` is true if a retry may help. */
export interface Problem {
  title: string;
  advice: string;
  mayRetry: boolean;
}

const again = "Ask again.";
const unavailable = { title: "The chat is not available.", advice: "Its operator knows why.", mayRetry: false };

/** Describes a failure for the page. Failures of the server's own key and settings stay on the server. */
export function describeProblem(error: unknown): Problem {
  const cause = unwrapCause(error);
  if (!(cause instanceof ModelAccessError)) return unavailable;
  if (cause instanceof RateLimitError) {
    const seconds = Math.ceil((cause.retryAfterMs ?? 1000) / 1000);
    return { title: "Too many questions at once.", advice: `Ask again in ${seconds} s.`, mayRetry: true };
  }
  if (cause instanceof StatusError) return describeStatus(cause);
  if (cause instanceof ConnectionError && cause.reason === "connect") {
    return { title: "The service can't be reached.", advice: again, mayRetry: true };
  }
  return { title: "The answer broke off.", advice: again, mayRetry: true };
}

function describeStatus({ status, message }: StatusError): Problem {
  switch (status) {
    case 400:
    case 413:
      return { title: "The service refused the question.", advice: message, mayRetry: false };
    case 402:
      return {
        title: "There are no points left.",
        advice: "Add points to the account, then ask again.",
        mayRetry: true,
      };
    case 404:
      return { title: "There is no such model or video.", advice: "Choose another one.", mayRetry: false };
    case 401:
    case 403:
      return unavailable;
    default:
      return { title: "The service failed.", advice: again, mayRetry: true };
  }
}

/** Unwraps the SDK's error from those of `ai`, which retries first. */
function unwrapCause(error: unknown): unknown {
  if (error instanceof ModelAccessError) return error;
  if (error instanceof RetryError) return unwrapCause(error.lastError);
  return error instanceof Error && error.cause !== undefined ? unwrapCause(error.cause) : error;
}
