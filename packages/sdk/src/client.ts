export type { CallEnd, CallEndListener, CallUsage } from "./call/call-end.js";
export type { CallOptions } from "./options/call-options.js";
export type { ClientOptions } from "./options/client-options.js";
export type { Fetch } from "./transport/attempt.js";
export type { ApiKey } from "./transport/keyring.js";

import createFetchClient from "openapi-fetch";
import { createSignalFollower, type FollowSignals } from "./call/follow-signals.js";
import { readRefusal } from "./errors/read-refusal.js";
import type { paths } from "./generated/openapi.js";
import { checkOptions, readHeaders } from "./options/check-options.js";
import { type ClientOptions, type ResolvedOptions, resolveOptions } from "./options/client-options.js";
import type { FetchClient } from "./raw/raw-client.js";
import { withValues } from "./stream/json-fields.js";
import { RequestCarrier } from "./transport/attempt.js";
import { createKeyring, type Keyring } from "./transport/keyring.js";
import { createLog, type Log } from "./transport/logger.js";
import { send } from "./transport/send.js";

/** A client without methods, for the functions that make a resource. */
export interface Client {
  /** The base URL, without `/v1`. */
  readonly root: string;
  /** Makes a client with other options that shares everything else: signals, and what it learned. */
  withOptions(options: ClientOptions): Client;
}

/** Holds all that the resources need. @internal */
export interface Client extends Omit<ResolvedOptions, "apiKey" | "logger" | "logLevel"> {
  readonly requests: FetchClient;
  readonly keyring: Keyring;
  readonly log: Log;
  readonly followSignals: FollowSignals;
  /** Everything learned about the deployment, for as long as the client and those made of it live. */
  readonly learned: Learned;
}

/** The facts a client learns about its deployment. @internal */
export interface Learned {
  accountPaths?: "/usage" | "/v1";
  /** The models that don't write text and were not warned of, by id and by display name in lower case. */
  mediaModels: Set<string>;
}

/**
 * Makes a client without methods, for resources that are imported one by one, so that a bundle holds only what is used.
 * Throws an `OptionError` for an option that is unknown, missing or wrong.
 *
 * @example
 * const completions = createChatCompletions(createClient({ apiKey: "sk-…", baseURL: "https://api.example/v1" }));
 */
export function createClient(options: ClientOptions = {}): Client {
  return deriveClient(options);
}

function deriveClient(caller: ClientOptions, origin?: Client): Client {
  // From here on the key is in the keyring, and in the closure of `withOptions`.
  const { apiKey, logger, logLevel, ...options } = resolveOptions(caller);
  const { root, clock, middleware, retryOn, timeouts } = options;
  // A copy, because the object is the caller's; what came from the environment counts, though it may have changed since.
  const given = { ...caller, apiKey, baseURL: root, clock, middleware, retryOn };
  const client: Client = {
    ...options,
    requests: createRequests(options),
    keyring: createKeyring(apiKey),
    log: createLog({ logger, logLevel }),
    followSignals: origin?.followSignals ?? createSignalFollower(),
    learned: origin?.root === root ? origin.learned : { mediaModels: new Set() },
    withOptions(changes) {
      checkOptions("client", changes);
      return deriveClient(
        {
          ...given,
          ...withValues(changes),
          // Headers and timeouts are merged by name, as for one call.
          timeouts: { ...timeouts, ...withValues(changes.timeouts ?? {}) },
          defaultHeaders: { ...options.defaultHeaders, ...readHeaders("defaultHeaders", changes.defaultHeaders) },
        },
        client,
      );
    },
  };
  return client;
}

/** The openapi-fetch client of the whole contract. It serialises path, query, headers and body of every request. */
function createRequests({ root, defaultHeaders }: Pick<ResolvedOptions, "root" | "defaultHeaders">): FetchClient {
  return createFetchClient<paths, "application/json">({
    baseUrl: root,
    headers: defaultHeaders,
    // openapi-fetch makes one and hands it to `fetch`; it asks no more of it than the carrier has.
    Request: RequestCarrier as unknown as typeof Request,
    fetch: (request) => fetchAnswer(request as unknown as RequestCarrier),
  });
}

/** The `fetch` under openapi-fetch: makes the attempts, and throws the refusals of named methods. */
async function fetchAnswer(request: RequestCarrier): Promise<Response> {
  const answer = await send(request);
  if (!answer.ok) throw await readRefusal(request.call);
  return answer;
}
