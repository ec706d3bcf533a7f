import type { ResolvedTimeouts, Timeouts } from "../deadlines/deadlines.js";
import { OptionError } from "../errors/model-access-error.js";
import type { RetryPolicy } from "../transport/retry.js";

type PartialPolicy = { [Name in keyof RetryPolicy]?: RetryPolicy[Name] | undefined };

/** The header that the key goes in; `x-api-key` for gateways in front of the messages interface that read it there. */
export type KeyHeader = "authorization" | "x-api-key";

// What other clients call their options, and what is meant by it here.
const otherNames = new Map([
  ["timeout", "timeouts: { total: 60_000 }"],
  ["timeoutms", "timeouts: { total: 60_000 }"],
  ["retries", "maxRetries"],
  ["maxretry", "maxRetries"],
  ["key", "apiKey"],
  ["token", "apiKey"],
  ["authtoken", "apiKey"],
  ["url", "baseURL"],
  ["host", "baseURL"],
  ["endpoint", "baseURL"],
  ["abortsignal", "signal"],
  ["onend", "onCallEnd"],
]);

const ofTheClient = ["baseURL", "fetch", "middleware", "logger", "logLevel", "clock", "maxRetryAfterMs"];

/** Throws an `OptionError` for the first option that is not known, and names the one that may be meant. */
export function checkNames(whose: string, options: object, names: readonly string[], more: readonly string[] = []): void {
  if (typeof options !== "object" || options === null) {
    throw new OptionError("options", `${whose} takes its options as an object, such as { ${names[0]}: … }.`);
  }
  for (const name in options) {
    // What is there without a value, as of an options object that was put together, does no harm.
    if (names.includes(name) || more.includes(name) || (options as Record<string, unknown>)[name] === undefined) continue;
    const advice = adviceFor(name, [...more, ...names]);
    throw new OptionError(name, `${whose} has no option ${JSON.stringify(name)}; ${advice}.`);
  }
}

function adviceFor(name: string, known: readonly string[]): string {
  const plain = name.toLowerCase().replaceAll(/[^a-z]/g, "");
  const named = [...known, ...ofTheClient].find((one) => one.toLowerCase() === plain);
  const meant = named ?? otherNames.get(plain);
  if (meant !== undefined && known.includes(meant.split(":")[0] ?? "")) return `write ${meant}`;
  if (name === "defaultHeaders") return "it belongs to the client; write headers for one call";
  if (name === "headers") return "write defaultHeaders for all calls of a client";
  if (ofTheClient.includes(meant ?? "")) {
    return `it belongs to the client; make one with client.withOptions({ ${meant} })`;
  }
  return known.length === 0 ? "it takes none" : `it takes ${known.join(", ")}`;
}

/** Throws an `OptionError` for what is not a list of functions. */
export function checkFunctions(option: string, values: unknown): void {
  if (Array.isArray(values) && values.every((value) => typeof value === "function")) return;
  throw new OptionError(option, `${option} is or holds what is not a function; pass functions, or leave it out.`);
}

/** Throws an `OptionError` for a header that the key can't go in. */
export function checkKeyHeader(keyHeader: KeyHeader): KeyHeader {
  if (keyHeader === "authorization" || keyHeader === "x-api-key") return keyHeader;
  throw new OptionError("keyHeader", 'keyHeader is neither "authorization" nor "x-api-key".');
}

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
  if (onRetry !== undefined) checkFunctions("onRetry", [onRetry]);
  if (!Array.isArray(retryOn) || !retryOn.every(isRetryReason)) {
    throw new OptionError("retryOn", 'retryOn is a list of statuses from 408 to 599, "connect" and "lost".');
  }
  return { maxRetries, retryOn, maxRetryAfterMs, onRetry };
}

function isRetryReason(reason: unknown): boolean {
  if (reason === "connect" || reason === "lost") return true;
  return Number.isInteger(reason) && (reason as number) >= 408 && (reason as number) <= 599;
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
