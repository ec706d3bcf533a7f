import { type ErrorForm, Refusal } from "../refusal.js";
import type { WindowReading } from "./rate-window.js";

/**
 * Refuses a request for which its key's rate window has no room; `Retry-After` is true: after it, one fits. Else gives the
 * headers that tell how much room is left.
 */
export function checkRate(
  reading: WindowReading,
  { form, nowMs }: { form: ErrorForm; nowMs: number },
): Record<string, string> {
  const headers = windowHeaders(reading, { form, nowMs });
  if (reading.isAllowed) return headers;
  const seconds = Math.min(60, Math.max(1, Math.ceil(reading.retryAfterMs / 1000)));
  const message = `The rate limit of ${reading.limit} requests per minute is exceeded. Try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`;
  throw new Refusal("rate_limit_exceeded", message, { "retry-after": String(seconds), ...headers });
}

function windowHeaders(
  reading: WindowReading,
  { form, nowMs }: { form: ErrorForm; nowMs: number },
): Record<string, string> {
  if (form === "messages") {
    return {
      "anthropic-ratelimit-requests-limit": String(reading.limit),
      "anthropic-ratelimit-requests-remaining": String(reading.remaining),
      "anthropic-ratelimit-requests-reset": new Date(nowMs + reading.resetAfterMs).toISOString(),
    };
  }
  return {
    "x-ratelimit-limit-requests": String(reading.limit),
    "x-ratelimit-remaining-requests": String(reading.remaining),
    "x-ratelimit-reset-requests": String(Math.ceil(reading.resetAfterMs / 1000)),
  };
}
