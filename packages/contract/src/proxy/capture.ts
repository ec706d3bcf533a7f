/** Headers as they were sent, in order. */
export type HeaderPairs = [name: string, value: string][];

/** One exchange that went through the proxy, as it went: nothing in it is masked yet. Times are those of `Date.now()`. */
export interface Capture {
  id: string;
  startedAtMs: number;
  method: string;
  /** Path and query. */
  target: string;
  requestHeaders: HeaderPairs;
  requestBody: Uint8Array[];
  /** How many bytes of the request's body were not kept. */
  requestOmittedBytes: number;
  /** Absent where the upstream did not answer. */
  response?: CapturedResponse;
  /** Why it did not, where the client was still there to be told. */
  failure?: string;
}

/** What came back, and when: in milliseconds since the request. */
export interface CapturedResponse {
  status: number;
  headers: HeaderPairs;
  headersMs: number;
  chunks: { atMs: number; bytes: Uint8Array }[];
  omittedBytes: number;
  endMs: number;
  ending: "complete" | "cut" | "left" | "open";
}
