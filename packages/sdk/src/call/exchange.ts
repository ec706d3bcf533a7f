import type { ErrorDetails, Processed } from "../errors/model-access-error.js";
import type { Keyring } from "../transport/keyring.js";
import type { OutgoingRequest } from "../transport/outgoing-request.js";

/** A request and its latest answer, as errors speak of them. What only an error needs is read only then. */
export class Exchange {
  readonly keyring: Keyring;
  /** What the attempts so far may have done. */
  mayHaveBeenProcessed: Processed = "no";
  /** Absent while an attempt has none. */
  answer: Response | undefined;
  readonly #request: OutgoingRequest;
  readonly #root: string;

  constructor(request: OutgoingRequest, { root, keyring }: { root: string; keyring: Keyring }) {
    this.keyring = keyring;
    this.#request = request;
    this.#root = root;
  }

  /** The answer that a result, a stream or a refusal is made of; there is none of these without an answer. */
  get response(): Response {
    return this.answer as Response;
  }

  /** The body of that answer, for whoever reads it; an empty one where the answer has none. */
  get body(): ReadableStream<Uint8Array> {
    return this.response.body ?? new Blob().stream();
  }

  /** Method and path, such as `POST /v1/chat/completions`. The query may hold what is nobody's business. */
  get operation(): string {
    const { method, url } = this.#request;
    return `${method} ${url.slice(this.#root.length).split("?")[0]}`;
  }

  get requestId(): string | undefined {
    // A service could repeat the key there.
    return this.keyring.redact(this.answer?.headers.get("x-request-id") ?? undefined);
  }

  /** What every error has of the exchange that it ended. */
  get details(): Pick<ErrorDetails, "status" | "requestId" | "mayHaveBeenProcessed"> {
    return {
      status: this.answer?.status,
      requestId: this.requestId,
      mayHaveBeenProcessed: this.mayHaveBeenProcessed,
    };
  }
}

/** What an answer says about its request: refused, done, or nobody knows. */
export function processedBy({ ok, status }: Response): Processed {
  if (ok) return "yes";
  // A fault inside the service, or a proxy that gave up on it, may come after the work was done.
  return status >= 500 || status === 408 ? "maybe" : "no";
}
