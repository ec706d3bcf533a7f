import type { ResolvedTimeouts, Timeouts } from "../deadlines/deadlines.js";
import { OptionError } from "../errors/model-access-error.js";
import type { RetryPolicy } from "../transport/retry.js";

type PartialPolicy = { [Name in keyof RetryPolicy]?: RetryPolicy[Name] | undefined };

/** The deadlines with those filled in that were not given. */
export function checkTimeouts(timeouts: Timeouts, defaults: ResolvedTimeouts): ResolvedTimeouts {
  const given = Object.entries(timeouts ?? {}).filter(([, timeoutMs]) => timeoutMs !== undefined);
  const isRight = ([phase, timeoutMs]: [string, unknown]) =>
    Object.hasOwn(defaults, phase) && typeof timeoutMs === "number" && timeoutMs > 0;
  if (typeof timeouts !== "object" || timeouts === null || !given.every(isRight)) {
    throw new OptionError(
      "timeouts",
      `timeouts takes ${Object.keys(defaults).join(", ")} in milliseconds above 0, or Infinity; write it like timeouts: { total: 60_000 }.`,
    );
  }
  return { ...defaults, ...Object.fromEntries(given) };
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

/** Refuses what is no signal, such as the controller of one. */
export function checkSignal(signal: AbortSignal | undefined): void {
  if (signal !== undefined && typeof signal?.addEventListener !== "function") {
    throw new OptionError("signal", "signal is no AbortSignal; pass controller.signal.");
  }
}
