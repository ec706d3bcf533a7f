/** A request as the pipeline takes it, whichever way it came in. */
export interface Call {
  method: string;
  /** The path as it was sent, percent-encoded, without the query. */
  path: string;
  query: URLSearchParams;
  /** Path and query as they were sent. */
  target: string;
  /** By name in lower case. */
  headers: Record<string, string | undefined>;
  /** Undefined for a body over the limit. */
  body: Uint8Array | undefined;
  /** Where the client reaches the mock, such as `http://127.0.0.1:4010`. */
  origin: string;
  /** Whether it comes from this machine. */
  isLocal: boolean;
}

/** What the pipeline answers; a shell puts it on the wire. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array | EventStream;
  /** What it cost in tokens or requests, for the ledger; absent where it costs nothing. */
  usage?: AnswerUsage;
}

/** What a billed answer used. A stream is billed whole when it starts, whatever becomes of it. */
interface AnswerUsage {
  /** The model or bot as it was asked for. */
  model: string;
  inputTokens: number;
  outputTokens: number;
}

/** Returns a signal that aborts when the client disconnects. It is made only for those who wait. */
export type DisconnectSignal = () => AbortSignal;

/** The chunks of a stream, each at its time. The signal ends it; where it throws, the connection breaks. */
export type EventStream = (signal: AbortSignal) => AsyncIterable<string | Uint8Array>;
