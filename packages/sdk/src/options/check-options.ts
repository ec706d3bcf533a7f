import type { CallEndListener } from "../call/call-end.js";
import type { Client } from "../client.js";
import type { ResolvedTimeouts, Timeouts } from "../deadlines/deadlines.js";
import { OptionError } from "../errors/model-access-error.js";
import { isFields, withValues } from "../stream/json-fields.js";
import { type Logger, type LogLevel, logLevels } from "../transport/logger.js";
import type { RetryPolicy } from "../transport/send.js";
import type { CallOptions } from "./call-options.js";
import type { ClientOptions } from "./client-options.js";

/** The header that the key goes in; `x-api-key` for gateways in front of the messages interface that read it there. */
export type KeyHeader = "authorization" | "x-api-key";

/** The smallest whole number, or a test with the rest of its error sentence; that of functions by default. */
type OptionRow = readonly [
  takenBy: "call" | "client" | "both",
  test?: number | ((value: never) => boolean),
  sentence?: string,
];

const takesFunctions = "takes functions; pass one, or leave it out.";

// Every option, its test and its example. Keys, headers and the base URL are tested where they are read.
const optionTable: Readonly<Record<keyof CallOptions | keyof ClientOptions, OptionRow>> = {
  apiKey: ["both"],
  baseURL: ["client"],
  defaultHeaders: ["client"],
  headers: ["call"],
  fetch: ["client", isFunction],
  signal: [
    "both",
    (value: AbortSignal | null) => isFunction(value?.addEventListener),
    "is not an AbortSignal; pass controller.signal.",
  ],
  maxRetryAfterMs: ["client", 0],
  middleware: ["client", areFunctions],
  logger: ["client", (value: Logger | null) => areFunctions([value?.error, value?.warn, value?.info, value?.debug])],
  logLevel: ["client", (value: LogLevel) => logLevels.includes(value), "is not one of off, error, warn, info, debug."],
  maxEventBytes: ["client", 1],
  maxResponseBytes: ["client", 1],
  allowInsecureHosts: [
    "client",
    (value: unknown) => Array.isArray(value),
    'is a list of hosts; write it like allowInsecureHosts: ["gateway"].',
  ],
  dangerouslyAllowBrowser: ["client"],
  clock: ["client"],
  keyHeader: ["both", (value: KeyHeader) => keyHeaders.includes(value), 'is neither "authorization" nor "x-api-key".'],
  timeouts: [
    "both",
    areTimeouts,
    "takes headers, firstContent, betweenContents, total in milliseconds above 0, or Infinity; write it like timeouts: { total: 60_000 }.",
  ],
  maxRetries: ["both", 0],
  retryOn: [
    "both",
    (value: unknown) => Array.isArray(value) && value.every(isRetryReason),
    'is a list of statuses from 408 to 599, "connect" and "lost".',
  ],
  onRetry: ["both", isFunction],
  onCallEnd: ["both", isFunction],
};

// Marked, so that a bundle without a client leaves them out.
const optionNames = { call: /* @__PURE__ */ listNames("client"), client: /* @__PURE__ */ listNames("call") };

function listNames(notOf: "call" | "client"): string[] {
  return Object.entries(optionTable).flatMap(([name, [takenBy]]) => (takenBy === notOf ? [] : name));
}

// What other clients call their options, and what is meant by it here.
const otherNames: Record<string, string> = {
  timeout: "timeouts: { total: 60_000 }",
  retries: "maxRetries",
  key: "apiKey",
};

/** Throws an `OptionError` for the first option that is unknown or wrong. `ownOptions` are those of one method. */
export function checkOptions(takenBy: "call" | "client", options: object, ownOptions: readonly string[] = []): void {
  checkNames(`The ${takenBy}`, options, [...ownOptions, ...optionNames[takenBy]], optionNames.client);
  for (const [option, value] of Object.entries(options)) {
    const [, test, sentence = takesFunctions] =
      (value !== undefined && optionTable[option as keyof ClientOptions]) || [];
    if (typeof test === "number") checkNumber(option, value, test);
    // Each test takes any value.
    else if (test) check(option, test(value as never), sentence);
  }
}

/** Throws an `OptionError` for the first option that is unknown, and names the one that may be meant. */
export function checkNames(
  owner: string,
  options: object,
  known: readonly string[],
  clientOptions: readonly string[] = known,
): void {
  if (!isFields(options)) throw new OptionError("options", `${owner} takes its options as an object.`);
  for (const [name, value] of Object.entries(options)) {
    // What is there without a value, as of options that were put together, does no harm.
    if (known.includes(name) || value === undefined) continue;
    throw new OptionError(
      name,
      `${owner} has no option ${JSON.stringify(name)}; ${advise(name, known, clientOptions)}.`,
    );
  }
}

function advise(name: string, known: readonly string[], clientOptions: readonly string[]): string {
  const plain = name.toLowerCase().replaceAll(/[^a-z]/g, "");
  const meant = [...known, ...clientOptions].find((one) => one.toLowerCase() === plain) ?? otherNames[plain];
  if (meant && clientOptions.includes(meant) && !known.includes(meant)) {
    const forOneCall = meant === "defaultHeaders" ? ", or write headers for one call" : "";
    return `it belongs to the client: client.withOptions({ ${meant} })${forOneCall}`;
  }
  if (name === "headers") return "write defaultHeaders for all calls of a client";
  return meant ? `write ${meant}` : `it takes ${known.join(", ")}`;
}

function isFunction(value: unknown): boolean {
  return typeof value === "function";
}

function areFunctions(values: unknown): boolean {
  return Array.isArray(values) && values.every(isFunction);
}

function areTimeouts(timeouts: unknown): boolean {
  const isRight = ([phase, timeoutMs]: [string, unknown]) =>
    /^(headers|firstContent|betweenContents|total)$/.test(phase) && typeof timeoutMs === "number" && timeoutMs > 0;
  return isFields(timeouts) && Object.entries(withValues(timeouts)).every(isRight);
}

function isRetryReason(reason: unknown): boolean {
  return (
    reason === "connect" ||
    reason === "lost" ||
    (Number.isInteger(reason) && (reason as number) >= 408 && (reason as number) <= 599)
  );
}

/** Throws an `OptionError` unless the option is right. The sentence goes on after its name. */
export function check(option: string, isRight: unknown, sentence: string): asserts isRight {
  if (!isRight) throw new OptionError(option, `${option} ${sentence}`);
}

export function checkFunction(option: string, value: unknown): void {
  check(option, isFunction(value), takesFunctions);
}

export interface SharedSettings extends RetryPolicy {
  signal?: AbortSignal | undefined;
  keyHeader: KeyHeader;
  timeouts: ResolvedTimeouts;
  onCallEnd?: CallEndListener | undefined;
}

/** Returns deadlines with those of the client in place of the ones that were not given. */
export function mergeTimeouts(defaults: ResolvedTimeouts, timeouts: Timeouts = {}): ResolvedTimeouts {
  return { ...defaults, ...withValues(timeouts) };
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

/** Reads the headers of an option, names in lower case. Throws an `OptionError` for the key and for invalid headers. */
export function readHeaders(
  option: "defaultHeaders" | "headers",
  headers: HeaderOptions = {},
): Record<string, string | null> {
  const isObject: boolean = isFields(headers);
  check(option, isObject, `is not an object; write it like ${option}: { "x-team": "search" }.`);
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

/** Throws an `OptionError` for anything but a client, for a resource that is made of it. */
export function requireClient(client: Client): void {
  check("client", client?.requests, "is no client; pass createClient().");
}

/** Throws an `OptionError` for anything but an object as the body of a request. */
export function requireBody(body: unknown): void {
  if (!isFields(body)) throw new OptionError("body", "The request has no body; pass it as the first argument.");
}

/** Throws an `OptionError` for a parameter that a method does not have. `call` is its code, such as `models.list(`. */
export function checkParams(call: string, params: object | undefined, names: readonly string[] = []): void {
  for (const name in params) {
    if (names.includes(name) || (params as Record<string, unknown>)[name] === undefined) continue;
    const takes = names[0] ? `takes the parameters ${names.join(", ")}` : "takes no parameters yet";
    const method = call.slice(0, call.indexOf("("));
    throw new OptionError(
      name,
      `${method} ${takes}, and ${JSON.stringify(name)} is none of them; options come after them: ${call}{}, { ${name} }).`,
    );
  }
}
