import { type Clock, systemClock } from "../deadlines/clock.js";
import { defaultTimeouts, type ResolvedTimeouts, type Timeouts } from "../deadlines/deadlines.js";
import { OptionError } from "../errors/model-access-error.js";
import type { Fetch } from "../transport/attempt.js";
import type { ApiKey } from "../transport/keyring.js";
import { type Logger, type LogLevel, logLevels } from "../transport/logger.js";
import type { Middleware } from "../transport/middleware.js";
import { defaultRetryPolicy, type Retry, type RetryPolicy, type RetryReason } from "../transport/retry.js";
import { requireHTTPS, resolveBaseURL } from "./base-url.js";
import { checkNumber, checkRetries, checkSignal, checkTimeouts } from "./check-options.js";
import { environmentVariable, isBrowser, pageOrigin } from "./environment.js";

/** The options of a client. */
export interface ClientOptions {
  /**
   * The API key (R5.1), or a function that gives it. Without it `MODEL_ACCESS_API_KEY` is read. With null no key is
   * sent: for a client whose `baseURL` is a route of yours that adds it.
   */
  apiKey?: ApiKey | null | undefined;
  /**
   * Where the service is, with or without a final `/v1` or slash; in a web page a path alone will do. Without it
   * `MODEL_ACCESS_BASE_URL` is read.
   */
  baseURL?: string | undefined;
  /** Used instead of the platform's `fetch`. It sees the key and has to obey `init.signal`. */
  fetch?: Fetch | undefined;
  /** Ends every call and every stream of the client. */
  signal?: AbortSignal | undefined;
  /** Deadlines of every call, in milliseconds. */
  timeouts?: Timeouts | undefined;
  /** How often a call is tried again; 2 by default. */
  maxRetries?: number | undefined;
  /** What a call is tried again for; all of it by default. A 500 may have been charged. */
  retryOn?: readonly RetryReason[] | undefined;
  /** The longest `Retry-After` that is waited for, in milliseconds; a longer one fails the call at once. 60 000 by default. */
  maxRetryAfterMs?: number | undefined;
  /** Called before every retry. */
  onRetry?: ((retry: Retry) => void) | undefined;
  /** Runs around every attempt, the first outermost. */
  middleware?: readonly Middleware[] | undefined;
  /** Where the log goes; `console` by default. */
  logger?: Logger | undefined;
  /** How much is logged; "off" by default. */
  logLevel?: LogLevel | undefined;
  /** The largest event of a stream, in bytes. 16 MiB by default. */
  maxEventBytes?: number | undefined;
  /** Hosts that may be reached by `http://`, named exactly (`gateway` or `gateway:8080`). Loopback addresses always may. */
  allowInsecureHosts?: readonly string[] | undefined;
  /** Allows a client with a key in a web page, where everybody who opens the page can read it. */
  dangerouslyAllowBrowser?: boolean | undefined;
  /** Time and chance, for tests that are not to wait. */
  clock?: Partial<Clock> | undefined;
}

/** The options with everything filled in and checked. */
export interface ResolvedOptions {
  apiKey: ApiKey | null;
  /** The base URL without `/v1`. */
  root: string;
  fetch: Fetch;
  signal: AbortSignal | undefined;
  timeouts: ResolvedTimeouts;
  retries: RetryPolicy;
  middleware: readonly Middleware[];
  logger: Logger;
  logLevel: LogLevel;
  maxEventBytes: number;
  clock: Clock;
}

const defaultMaxEventBytes = 16 * 1024 * 1024;

/** Fills in the defaults and throws an `OptionError` for the first option that is missing or wrong. */
export function resolveOptions({
  // The keyring refuses an empty one.
  apiKey = environmentVariable("MODEL_ACCESS_API_KEY") ?? "",
  baseURL = environmentVariable("MODEL_ACCESS_BASE_URL"),
  // Looked up at each call, so that a test may replace it after the client was made.
  fetch = (url, init) => globalThis.fetch(url, init),
  signal,
  timeouts = {},
  maxRetries,
  retryOn,
  maxRetryAfterMs,
  onRetry,
  middleware = [],
  logger = console,
  logLevel = "off",
  maxEventBytes = defaultMaxEventBytes,
  allowInsecureHosts,
  dangerouslyAllowBrowser = false,
  clock,
}: ClientOptions): ResolvedOptions {
  if (isBrowser() && apiKey !== null && !dangerouslyAllowBrowser) {
    throw new OptionError(
      "dangerouslyAllowBrowser",
      "This is a web page, where everybody can read the API key; call a route of yours with apiKey: null, or pass dangerouslyAllowBrowser: true.",
    );
  }
  if (baseURL == null) {
    throw new OptionError(
      "baseURL",
      'baseURL is missing; pass new ModelAccess({ baseURL: "https://api.example/v1" }) or set MODEL_ACCESS_BASE_URL.',
    );
  }
  for (const [option, values] of Object.entries({
    fetch: [fetch],
    onRetry: [onRetry ?? fetch],
    middleware,
    logger: [logger?.error, logger?.warn, logger?.info, logger?.debug],
  })) {
    if (Array.isArray(values) && values.every((value) => typeof value === "function")) continue;
    throw new OptionError(option, `${option} is or holds what is not a function; pass functions, or leave it out.`);
  }
  checkNumber("maxEventBytes", maxEventBytes, 1);
  checkSignal(signal);
  if (!logLevels.includes(logLevel)) throw new OptionError("logLevel", `logLevel is none of ${logLevels.join(", ")}.`);

  const root = resolveBaseURL(String(baseURL).startsWith("/") ? `${pageOrigin() ?? ""}${baseURL}` : baseURL);
  requireHTTPS(root, allowInsecureHosts);
  return {
    apiKey,
    root,
    fetch,
    signal,
    timeouts: checkTimeouts(timeouts, defaultTimeouts),
    retries: checkRetries({ maxRetries, retryOn, maxRetryAfterMs, onRetry }, defaultRetryPolicy),
    middleware,
    logger,
    logLevel,
    maxEventBytes,
    clock: { ...systemClock, ...clock },
  };
}
