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
  /** The origin at which the client reaches the mock, such as `http://127.0.0.1:4010`. */
  origin: string;
  /** True where it comes from this machine. */
  isLocal: boolean;
}

/** The answer of the pipeline; a shell puts it on the wire. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array | EventStream;
  /** The tokens or requests it cost, for the ledger; absent where it costs nothing. */
  usage?: AnswerUsage;
}

/** The usage of a billed answer. A stream is billed whole when it starts, however it ends. */
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
