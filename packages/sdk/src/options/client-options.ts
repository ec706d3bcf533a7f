import type { CallEndListener } from "../call/call-end.js";
import { type Clock, systemClock } from "../deadlines/clock.js";
import type { Timeouts } from "../deadlines/deadlines.js";
import { OptionError } from "../errors/model-access-error.js";
import { withValues } from "../stream/json-fields.js";
import type { Fetch } from "../transport/attempt.js";
import type { ApiKey } from "../transport/keyring.js";
import type { Logger, LogLevel } from "../transport/logger.js";
import type { Middleware } from "../transport/middleware.js";
import type { Retry, RetryReason } from "../transport/send.js";
import { requireHTTPS, resolveBaseURL } from "./base-url.js";
import {
  check,
  checkOptions,
  type HeaderOptions,
  type KeyHeader,
  mergeTimeouts,
  readHeaders,
  type SharedSettings,
} from "./check-options.js";
import { environmentVariable, isBrowser, pageOrigin } from "./environment.js";

/** The options of a client. */
export interface ClientOptions {
  /**
   * The API key (R5.1), or a function that returns it. By default `MODEL_ACCESS_API_KEY` is read. With null no key is
   * sent: for a client whose `baseURL` is your own route, which adds the key.
   */
  apiKey?: ApiKey | null | undefined;
  /** The header that the key goes in: `authorization` by default, `x-api-key` for a gateway that asks for it there. */
  keyHeader?: KeyHeader | undefined;
  /**
   * The address of the service, with or without a final `/v1` or slash; in a web page a path is enough. Without it
   * `MODEL_ACCESS_BASE_URL` is read.
   */
  baseURL?: string | undefined;
  /** Headers of every call. They can't set the key. */
  defaultHeaders?: HeaderOptions | undefined;
  /** Used instead of the platform's `fetch`. It sees the key and has to obey `init.signal`. */
  fetch?: Fetch | undefined;
  /** Ends every call and every stream of the client. */
  signal?: AbortSignal | undefined;
  /** Deadlines of every call, in milliseconds. */
  timeouts?: Timeouts | undefined;
  /** The number of times a call is tried again; 2 by default. */
  maxRetries?: number | undefined;
  /**
   * The failures after which a call is tried again: statuses from 408 to 599, a failure to connect, a connection that
   * was lost. 429, 500, 503 and "connect" by default. What is lost, and any status from 500 on, may have been charged.
   */
  retryOn?: readonly RetryReason[] | undefined;
  /**
   * The longest `Retry-After` that is waited for, in milliseconds; a longer one fails the call at once. 60 000 by
   * default.
   */
  maxRetryAfterMs?: number | undefined;
  /** Called before every retry. */
  onRetry?: ((retry: Retry) => void) | undefined;
  /** Called once for every call when it has ended: when the last byte was read, left or lost. */
  onCallEnd?: CallEndListener | undefined;
  /** Runs around every attempt, the first outermost. */
  middleware?: readonly Middleware[] | undefined;
  /** The receiver of the log; `console` by default. */
  logger?: Logger | undefined;
  /** The level of the log; "off" by default. */
  logLevel?: LogLevel | undefined;
  /** The largest event of a stream, in bytes. 16 MiB by default. */
  maxEventBytes?: number | undefined;
  /** The largest reply that does not come as a stream, unpacked, in bytes. 64 MiB by default. */
  maxResponseBytes?: number | undefined;
  /**
   * Hosts that may be reached by `http://`, named exactly (`gateway` or `gateway:8080`). Loopback addresses always may.
   */
  allowInsecureHosts?: readonly string[] | undefined;
  /** Allows a client with a key in a web page, where everybody who opens the page can read it. */
  dangerouslyAllowBrowser?: boolean | undefined;
  /** Time and chance, for tests that are not to wait. */
  clock?: Partial<Clock> | undefined;
}

export interface ResolvedOptions extends SharedSettings {
  apiKey: ApiKey | null;
  root: string;
  defaultHeaders: Record<string, string | null>;
  fetch: Fetch;
  middleware: readonly Middleware[];
  logger: Logger;
  logLevel: LogLevel;
  maxEventBytes: number;
  maxResponseBytes: number;
  clock: Clock;
}

// What a client goes by where nobody says otherwise; retries as in R7.10.
const defaults = {
  keyHeader: "authorization",
  timeouts: { headers: 300_000, firstContent: 300_000, betweenContents: 120_000, total: Infinity },
  maxRetries: 2,
  retryOn: [429, 500, 503, "connect"],
  maxRetryAfterMs: 60_000,
  onRetry: undefined,
  defaultHeaders: {},
  // Looked up at each call, so that a test may replace it after the client was made.
  fetch: (url: string, init: RequestInit) => globalThis.fetch(url, init),
  middleware: [],
  logLevel: "off",
  maxEventBytes: 16 * 1024 * 1024,
  maxResponseBytes: 64 * 1024 * 1024,
} as const;

/** Fills in the defaults and throws an `OptionError` for the first option that is unknown, missing or wrong. */
export function resolveOptions(options: ClientOptions): ResolvedOptions {
  checkOptions("client", options);
  const {
    // The keyring refuses an empty one.
    apiKey = environmentVariable("MODEL_ACCESS_API_KEY") ?? "",
    baseURL = environmentVariable("MODEL_ACCESS_BASE_URL"),
    logger = console,
    allowInsecureHosts,
    dangerouslyAllowBrowser,
    ...given
  } = { ...defaults, ...withValues(options) };
  if (isBrowser() && apiKey !== null && !dangerouslyAllowBrowser) {
    throw new OptionError(
      "dangerouslyAllowBrowser",
      "In a web page everybody can read the key; call a route of your own with apiKey: null, or pass dangerouslyAllowBrowser: true.",
    );
  }
  check(
    "baseURL",
    baseURL != null,
    'is missing; pass new ModelAccess({ baseURL: "https://api.example/v1" }) or set MODEL_ACCESS_BASE_URL.',
  );
  const root = resolveBaseURL(String(baseURL).startsWith("/") ? `${pageOrigin() ?? ""}${baseURL}` : baseURL);
  requireHTTPS(root, allowInsecureHosts);
  return {
    ...given,
    apiKey,
    root,
    logger,
    defaultHeaders: readHeaders("defaultHeaders", given.defaultHeaders),
    timeouts: mergeTimeouts(defaults.timeouts, given.timeouts),
    // Copies, because the lists are the caller's.
    retryOn: [...given.retryOn],
    middleware: [...given.middleware],
    clock: { ...systemClock, ...given.clock },
  };
}
