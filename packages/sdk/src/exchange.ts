import type { Keyring } from "./api-key.js";
import { operationOf, type RequestCarrier } from "./request-carrier.js";

/** A request and its answer, as errors speak of them. What only an error needs is read only then. */
export class Exchange {
  readonly response: Response;
  readonly keyring: Keyring;
  readonly #request: RequestCarrier;
  readonly #root: string;

  constructor(request: RequestCarrier, response: Response, { root, keyring }: { root: string; keyring: Keyring }) {
    this.response = response;
    this.keyring = keyring;
    this.#request = request;
    this.#root = root;
  }

  /** Method and path, such as `POST /v1/chat/completions`. */
  get operation(): string {
    return operationOf(this.#request, this.#root);
  }

  get requestId(): string | undefined {
    return this.response.headers.get("x-request-id") ?? undefined;
  }
}
