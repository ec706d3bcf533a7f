/** A request as plain data. Every attempt makes its own `init` of it, so that the key is nowhere but there. */
export interface OutgoingRequest {
  method: string;
  url: string;
  /** By names in lower case; without the key. */
  headers: Record<string, string>;
  body?: RequestInit["body"];
  signal?: AbortSignal | null | undefined;
  /** What else `fetch` is given, such as `credentials`. */
  init?: RequestInit;
}
