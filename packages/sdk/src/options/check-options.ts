import { type DeadlinePhase, defaultTimeouts, type ResolvedTimeouts, type Timeouts } from "../deadlines/deadlines.js";
import { OptionError } from "../errors/model-access-error.js";
import type { RetryPolicy } from "../transport/retry.js";

type PartialPolicy = { [Name in keyof RetryPolicy]?: RetryPolicy[Name] | undefined };

/** The deadlines with those filled in that were not given. */
export function checkTimeouts(timeouts: Timeouts, defaults: ResolvedTimeouts): ResolvedTimeouts {
  if (typeof timeouts !== "object" || timeouts === null) throw wrongTimeouts();
  const resolved = { ...defaults };
  for (const [phase, timeoutMs] of Object.entries(timeouts)) {
    if (timeoutMs === undefined) continue;
    if (!Object.hasOwn(defaultTimeouts, phase) || typeof timeoutMs !== "number" || !(timeoutMs > 0)) {
      throw wrongTimeouts();
    }
    // Checked in the line above.
    resolved[phase as DeadlinePhase] = timeoutMs;
  }
  return resolved;
}

function wrongTimeouts(): OptionError {
  return new OptionError(
    "timeouts",
    "timeouts takes headers, firstContent, betweenContents and total in milliseconds above 0, or Infinity; write it like timeouts: { total: 60_000 }.",
  );
}

const retryReasons: readonly unknown[] = [429, 500, 503, "connect", "lost"];

/** The retry policy with what was not given filled in. */
export function checkRetries(policy: PartialPolicy, defaults: RetryPolicy): RetryPolicy {
  const {
    maxRetries = defaults.maxRetries,
    retryOn = defaults.retryOn,
    maxRetryAfterMs = defaults.maxRetryAfterMs,
    onRetry = defaults.onRetry,
  } = policy;
  checkNumber("maxRetries", maxRetries, 0);
  checkNumber("maxRetryAfterMs", maxRetryAfterMs, 0);
  if (!Array.isArray(retryOn) || !retryOn.every((reason) => retryReasons.includes(reason))) {
    throw new OptionError("retryOn", 'retryOn is a list of 429, 500, 503, "connect" and, for one call, "lost".');
  }
  return { maxRetries, retryOn, maxRetryAfterMs, onRetry };
}

/** Refuses what is no whole number from `min` on. */
export function checkNumber(option: string, value: unknown, min: number): void {
  // A safe integer is a number.
  if (!Number.isSafeInteger(value) || (value as number) < min) {
    throw new OptionError(
      option,
      `${option} is not a whole number from ${min} on; write it like ${option}: ${min + 2}.`,
    );
  }
}
