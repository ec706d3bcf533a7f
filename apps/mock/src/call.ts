/** A request as the pipeline takes it, whichever way it came in. */
export interface Call {
  method: string;
  /** The path as it was sent, percent-encoded, without the query. */
  path: string;
  query: URLSearchParams;
  /** By name in lower case. */
  headers: Record<string, string | undefined>;
  /** Undefined for a body over the limit. */
  body: Uint8Array | undefined;
}

/** What the pipeline answers; a shell puts it on the wire. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array | EventStream;
}

/** The text of a stream, event by event, each at its time. The signal ends it. */
export type EventStream = (signal: AbortSignal) => AsyncIterable<string>;
