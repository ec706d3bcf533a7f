import type { ApiKey, Keyring } from "./api-key.js";
import { isServer } from "./environment.js";
import { connectionFailure } from "./errors/connection-failure.js";
import { operationOf, type RequestCarrier } from "./request-carrier.js";
import { version } from "./version.js";

/** A `fetch`: the platform's, another implementation of it, or a stub. It has to obey `init.signal`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Makes a call and gives its answer, whatever the status. `apiKey` is the call's own. */
export type Send = (request: RequestCarrier, apiKey?: ApiKey) => Promise<Response>;

/** The one place where a call is made: what holds for every attempt is added here, and a failure to connect gets its type. */
export function createSend({ root, fetch, keyring }: { root: string; fetch: Fetch; keyring: Keyring }): Send {
  // A web page would have to ask the service for leave to send it, so only servers say who they are.
  const userAgent = isServer() ? `model-access-sdk/${version}` : undefined;
  return async (request, apiKey) => {
    const { url, init } = request;
    init.headers.set("Authorization", `Bearer ${await keyring.resolve(apiKey)}`);
    if (userAgent !== undefined) init.headers.set("User-Agent", userAgent);
    try {
      return await fetch(url, init);
    } catch (cause) {
      throw connectionFailure({
        operation: operationOf(request, root),
        what: `got no answer from ${root}`,
        cause,
        signal: init.signal,
        keyring,
      });
    }
  };
}
