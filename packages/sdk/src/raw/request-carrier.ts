import type { OutgoingRequest } from "../transport/outgoing-request.js";

type CarriedInit = RequestInit & { method: string; headers: Headers };

/**
 * What openapi-fetch makes of a call, as plain data. It stands in for the WHATWG `Request`, which would cost more than
 * the rest of the call, leave listeners on a shared signal, and be refused by a `fetch` that is not the platform's own.
 */
export class RequestCarrier {
  declare readonly url: string;
  declare readonly init: CarriedInit;
  // openapi-fetch and its middleware look for what is in the init on the request itself.
  declare readonly method: string;
  declare readonly headers: Headers;

  constructor(url: string, init: CarriedInit) {
    Object.assign(this, init, { url, init });
  }
}

/** The request that a carrier carries, after the middleware of openapi-fetch has seen it. */
export function outgoingOf({ url, init }: RequestCarrier): OutgoingRequest {
  const { method, headers, body, signal } = init;
  return { method, url, headers: Object.fromEntries(headers), body, signal, init };
}
