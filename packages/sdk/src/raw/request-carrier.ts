import type { Call } from "../call/call.js";

type CarriedInit = RequestInit & { method: string; headers: Headers };

/**
 * Carries what openapi-fetch makes of a call as plain data. It replaces the WHATWG `Request`, which would cost more
 * than the rest of the call, leave listeners on a shared signal, and be refused by a `fetch` that is not the platform's
 * own.
 */
export class RequestCarrier {
  declare readonly url: string;
  declare readonly init: CarriedInit;
  // openapi-fetch and its middleware look for what is in the init on the request itself.
  declare readonly method: string;
  declare readonly headers: Headers;
  /** The call that openapi-fetch was given the request for. */
  declare readonly call: Call;

  constructor(url: string, { call, ...init }: CarriedInit & { call: Call }) {
    Object.assign(this, init, { url, init });
    // Not to be printed with the request.
    Object.defineProperty(this, "call", { value: call });
    call.request = this;
  }
}
