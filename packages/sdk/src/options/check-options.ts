import type { CallEndListener } from "../call/call-end.js";
import type { ResolvedTimeouts, Timeouts } from "../deadlines/deadlines.js";
import { OptionError } from "../errors/model-access-error.js";
import { isFields, withValues } from "../stream/json-fields.js";
import type { RetryPolicy } from "../transport/send.js";
import type { CallOptions } from "./call-options.js";
import type { ClientOptions } from "./client-options.js";

/** The header that the key goes in; `x-api-key` for gateways in front of the messages interface that read it there. */
export type KeyHeader = "authorization" | "x-api-key";

const sharedNames: (keyof CallOptions & keyof ClientOptions)[] = [
  "keyHeader",
  "timeouts",
  "maxRetries",
  "retryOn",
  "onRetry",
  "onCallEnd",
];
const ownCallNames: (keyof CallOptions)[] = ["signal", "apiKey", "headers"];
const ownClientNames: (keyof ClientOptions)[] = [
  "apiKey",
  "baseURL",
  "defaultHeaders",
  "fetch",
  "signal",
  "maxRetryAfterMs",
  "middleware",
  "logger",
  "logLevel",
  "maxEventBytes",
  "maxResponseBytes",
  "allowInsecureHosts",
  "dangerouslyAllowBrowser",
  "clock",
];

// Marked, so that a bundle without a client leaves them out.
/** The options of a call. */
export const callNames: readonly string[] = /* @__PURE__ */ ownCallNames.concat(sharedNames);

/** The options of a client. */
export const clientNames: readonly string[] = /* @__PURE__ */ ownClientNames.concat(sharedNames);

// What other clients call their options, and what is meant by it here.
const otherNames: Record<string, string> = {
  timeout: "timeouts: { total: 60_000 }",
  retries: "maxRetries",
  key: "apiKey",
};

/**
 * Throws an `OptionError` for the first option that is not known, and names the one that may be meant, which can be one of
 * the client's.
 */
export function checkNames(
  whose: string,
  options: object,
  known: readonly string[],
  ofClient: readonly string[] = known,
): void {
  if (!isFields(options)) throw new OptionError("options", `${whose} takes its options as an object.`);
  for (const [name, value] of Object.entries(options)) {
    // What is there without a value, as of options that were put together, does no harm.
    if (known.includes(name) || value === undefined) continue;
    const plain = name.toLowerCase().replaceAll(/[^a-z]/g, "");
    const meant = [...known, ...ofClient].find((one) => one.toLowerCase() === plain) ?? otherNames[plain];
    const isElsewhere = meant !== undefined && ofClient.includes(meant) && !known.includes(meant);
    const advice = isElsewhere ? adviceForClient(meant) : adviceFor(name, meant, known);
    throw new OptionError(name, `${whose} has no option ${JSON.stringify(name)}; ${advice}.`);
  }
}

function adviceFor(name: string, meant: string | undefined, known: readonly string[]): string {
  if (name === "headers") return "write defaultHeaders for all calls of a client";
  return meant === undefined ? `it takes ${known.join(", ")}` : `write ${meant}`;
}

function adviceForClient(meant: string): string {
  const forOneCall = meant === "defaultHeaders" ? ", or write headers for one call" : "";
  return `it belongs to the client: client.withOptions({ ${meant} })${forOneCall}`;
}

/** Throws an `OptionError` unless the option is right. The sentence goes on after its name. */
export function check(option: string, isRight: boolean, sentence: string): asserts isRight {
  if (!isRight) throw new OptionError(option, `${option} ${sentence}`);
}

/** Throws an `OptionError` for anything but a list of functions. */
export function checkFunctions(option: string, values: unknown): void {
  const isRight = Array.isArray(values) && values.every((value) => typeof value === "function");
  check(option, isRight, "takes functions; pass one, or leave it out.");
}

/** The settings of every call, from its own options or the client's. */
export interface SharedSettings extends RetryPolicy {
  signal: AbortSignal | undefined;
  keyHeader: KeyHeader;
  timeouts: ResolvedTimeouts;
  onCallEnd: CallEndListener | undefined;
}

/** Fills in the options that client and call share, and throws an `OptionError` for the first that is wrong. */
export function checkShared(
  options: Pick<ClientOptions, keyof SharedSettings>,
  defaults: Omit<SharedSettings, "signal" | "onCallEnd">,
): SharedSettings {
  const {
    signal,
    keyHeader = defaults.keyHeader,
    timeouts,
    maxRetries = defaults.maxRetries,
    retryOn = defaults.retryOn,
    maxRetryAfterMs = defaults.maxRetryAfterMs,
    onRetry = defaults.onRetry,
    onCallEnd,
  } = options;
  const isSignal = signal === undefined || typeof signal?.addEventListener === "function";
  check("signal", isSignal, "is not an AbortSignal; pass controller.signal.");
  check("keyHeader", keyHeaders.includes(keyHeader), 'is neither "authorization" nor "x-api-key".');
  checkNumber("maxRetries", maxRetries, 0);
  checkNumber("maxRetryAfterMs", maxRetryAfterMs, 0);
  const areReasons = Array.isArray(retryOn) && retryOn.every(isRetryReason);
  check("retryOn", areReasons, 'is a list of statuses from 408 to 599, "connect" and "lost".');
  if (onRetry !== undefined) checkFunctions("onRetry", [onRetry]);
  if (onCallEnd !== undefined) checkFunctions("onCallEnd", [onCallEnd]);
  return {
    signal,
    keyHeader,
    timeouts: timeouts === undefined ? defaults.timeouts : checkTimeouts(timeouts, defaults.timeouts),
    maxRetries,
    retryOn: [...retryOn],
    maxRetryAfterMs,
    onRetry,
    onCallEnd,
  };
}

/** The deadlines with those filled in that were not given. */
function checkTimeouts(timeouts: Timeouts, defaults: ResolvedTimeouts): ResolvedTimeouts {
  const given = withValues(timeouts ?? {});
  const isRight = ([phase, timeoutMs]: [string, unknown]) =>
    Object.hasOwn(defaults, phase) && typeof timeoutMs === "number" && timeoutMs > 0;
  check(
    "timeouts",
    isFields(timeouts) && Object.entries(given).every(isRight),
    `takes ${Object.keys(defaults).join(", ")} in milliseconds above 0, or Infinity; write it like timeouts: { total: 60_000 }.`,
  );
  return { ...defaults, ...given };
}

function isRetryReason(reason: unknown): boolean {
  if (reason === "connect" || reason === "lost") return true;
  return Number.isInteger(reason) && (reason as number) >= 408 && (reason as number) <= 599;
}

/** Refuses anything but a whole number of at least `min`. */
export function checkNumber(option: string, value: unknown, min: number): void {
  // A safe integer is a number.
  const isRight = Number.isSafeInteger(value) && (value as number) >= min;
  check(option, isRight, `is not a whole number from ${min} on; write it like ${option}: ${min + 2}.`);
}

/** Headers to send, by name. Null takes a default header away. */
export type HeaderOptions =
  | Record<string, string | null | undefined>
  | Headers
  | readonly (readonly [string, string])[];

// The key goes by `apiKey` alone, which keeps it out of everything that is printed.
export const keyHeaders: readonly string[] = ["authorization", "x-api-key"];

/**
 * Reads the headers of an option, their names in lower case. Throws an `OptionError` for the key, and for what no
 * header can carry.
 */
export function checkHeaders(
  option: "defaultHeaders" | "headers",
  headers: HeaderOptions = {},
): Record<string, string | null> {
  check(
    option,
    typeof headers === "object" && headers !== null,
    `is not an object; write it like ${option}: { "x-team": "search" }.`,
  );
  const checked: Record<string, string | null> = {};
  for (const [given, value] of Symbol.iterator in headers ? headers : Object.entries(headers)) {
    const name = String(given).toLowerCase();
    if (value === undefined) continue;
    const isKey = keyHeaders.includes(name);
    check(
      option,
      !isKey,
      'can\'t set the key; pass apiKey, and keyHeader: "x-api-key" for a gateway that reads it there.',
    );
    check(option, value === null || isHeader(name, value), `has a ${JSON.stringify(name)} that no header can carry.`);
    checked[name] = value;
  }
  return checked;
}

/** Throws an `OptionError` for the first header because of which `fetch` would send nothing. */
export function requireSendable(operation: string, headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) {
    if (isHeader(name, value)) continue;
    throw new OptionError(name, `${operation} was not sent, because no header can carry its ${JSON.stringify(name)}.`);
  }
}

/** True if `fetch` takes a header; its own complaint would print the value. */
function isHeader(name: string, value: string): boolean {
  try {
    new Headers([[name, value]]);
    return true;
  } catch {
    return false;
  }
}

/**
 * Stands for the parameters of a call that has none yet. They come before the options of every call without a body, so
 * that a query parameter can be added without breaking a caller.
 */
export type NoParams = { [name: string]: never };

/** Throws an `OptionError` for anything but an object as the body of a request. */
export function requireBody(body: unknown): void {
  if (!isFields(body)) throw new OptionError("body", "The request has no body; pass it as the first argument.");
}

/**
 * Throws an `OptionError` for a parameter that a method does not have, such as an option where the parameters belong.
 * `call` is the method up to its parameters, such as `models.list(`.
 */
export function checkParams(call: string, params: object | undefined, names: readonly string[] = []): void {
  for (const name in params) {
    if (names.includes(name) || (params as Record<string, unknown>)[name] === undefined) continue;
    const takes = names.length === 0 ? "takes no parameters yet" : `takes the parameters ${names.join(", ")}`;
    const method = call.slice(0, call.indexOf("("));
    throw new OptionError(
      name,
      `${method} ${takes}, and ${JSON.stringify(name)} is none of them; options come after them: ${call}{}, { ${name} }).`,
    );
  }
}
