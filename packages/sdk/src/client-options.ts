import type { ApiKey } from "./api-key.js";
import { requireHTTPS, resolveBaseURL } from "./base-url.js";
import { environmentVariable, isBrowser } from "./environment.js";
import { OptionError } from "./errors/model-access-error.js";
import type { Fetch } from "./send.js";

/** The options of a client. */
export interface ClientOptions {
  /** The API key (R5.1), or a function that gives it. Without it `MODEL_ACCESS_API_KEY` is read. */
  apiKey?: ApiKey | undefined;
  /** Where the service is, with or without a final `/v1` or slash. Without it `MODEL_ACCESS_BASE_URL` is read. */
  baseURL?: string | undefined;
  /** Used instead of the platform's `fetch`. It sees the key and has to obey `init.signal`. */
  fetch?: Fetch | undefined;
  /** Ends every call and every stream of the client. */
  signal?: AbortSignal | undefined;
  /** The largest event of a stream, in bytes. 16 MiB by default. */
  maxEventBytes?: number | undefined;
  /** Hosts that may be reached by `http://`, named exactly (`gateway` or `gateway:8080`). Loopback addresses always may. */
  allowInsecureHosts?: readonly string[] | undefined;
  /** Allows a client in a web page, where everybody who opens the page can read the key. */
  dangerouslyAllowBrowser?: boolean | undefined;
}

/** The options with everything filled in and checked. */
export interface ResolvedOptions {
  apiKey: ApiKey;
  /** The base URL without `/v1`. */
  root: string;
  fetch: Fetch;
  signal: AbortSignal | undefined;
  maxEventBytes: number;
}

const defaultMaxEventBytes = 16 * 1024 * 1024;

/** Fills in the defaults and throws an `OptionError` for the first option that is missing or wrong. */
export function resolveOptions({
  apiKey = environmentVariable("MODEL_ACCESS_API_KEY"),
  baseURL = environmentVariable("MODEL_ACCESS_BASE_URL"),
  // Looked up at each call, so that a test may replace it after the client was made.
  fetch = (url, init) => globalThis.fetch(url, init),
  signal,
  maxEventBytes = defaultMaxEventBytes,
  allowInsecureHosts,
  dangerouslyAllowBrowser = false,
}: ClientOptions): ResolvedOptions {
  if (isBrowser() && !dangerouslyAllowBrowser) {
    throw new OptionError(
      "dangerouslyAllowBrowser",
      "This is a web page, where everybody can read the API key; call the service from a server, or pass dangerouslyAllowBrowser: true.",
    );
  }
  if (apiKey === undefined) {
    throw new OptionError("apiKey", "apiKey is missing; pass new ModelAccess({ apiKey }) or set MODEL_ACCESS_API_KEY.");
  }
  if (baseURL === undefined) {
    throw new OptionError(
      "baseURL",
      'baseURL is missing; pass new ModelAccess({ baseURL: "https://api.example/v1" }) or set MODEL_ACCESS_BASE_URL.',
    );
  }
  if (typeof fetch !== "function") {
    throw new OptionError("fetch", "fetch is not a function; pass one like globalThis.fetch, or leave it out.");
  }
  if (!Number.isSafeInteger(maxEventBytes) || maxEventBytes < 1) {
    throw new OptionError(
      "maxEventBytes",
      "maxEventBytes is not a whole number above 0; write it like maxEventBytes: 16 * 1024 * 1024.",
    );
  }
  const root = resolveBaseURL(baseURL);
  requireHTTPS(root, allowInsecureHosts);
  return { apiKey, root, fetch, signal, maxEventBytes };
}
