/**
 * What openapi-fetch makes of a call, as plain data. It stands in for the WHATWG `Request`, which would cost more than
 * the rest of the call, leave listeners on a shared signal, and be refused by a `fetch` that is not the platform's own.
 */
export class RequestCarrier {
  readonly url: string;
  /** The second argument of `fetch`; the same object serves every attempt. */
  readonly init: RequestInit & { method: string; headers: Headers };

  constructor(url: string, init: RequestInit & { method: string; headers: Headers }) {
    this.url = url;
    this.init = init;
  }

  get method(): string {
    return this.init.method;
  }

  get headers(): Headers {
    return this.init.headers;
  }

  get signal(): AbortSignal | null | undefined {
    return this.init.signal;
  }

  get body(): BodyInit | null | undefined {
    return this.init.body;
  }
}

/** Method and path of a call, for messages; the query may hold what is nobody's business. */
export function operationOf({ method, url }: RequestCarrier, root: string): string {
  return `${method} ${url.slice(root.length).split("?")[0]}`;
}
