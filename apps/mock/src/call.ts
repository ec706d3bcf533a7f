import type { KeptValue } from "./session/shelf.js";

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
  /** The values that its session keeps of it; absent where there are none. */
  kept?: KeptValue[];
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

/**
 * Sends the chunks of a stream, each at its time, and resolves after the last. The signal ends it; where it throws, the
 * connection breaks. It is no iterable, because those cost each event several promises for each step on its way.
 */
export type EventStream = (signal: AbortSignal, send: SendChunk) => Promise<void>;

/** Sends a chunk. The next one is not sent before what it returns has resolved. */
export type SendChunk = (chunk: string | Uint8Array) => void | Promise<void>;

/** Sends chunks one after the other. */
export async function sendAll(chunks: Iterable<string | Uint8Array>, send: SendChunk): Promise<void> {
  for (const chunk of chunks) await send(chunk);
}

/** Makes a stream of chunks that are made one after the other, each when the one before has been sent. */
export function streamOfChunks(makeChunks: (signal: AbortSignal) => AsyncIterable<string | Uint8Array>): EventStream {
  return async (signal, send) => {
    for await (const chunk of makeChunks(signal)) {
      if (signal.aborted) return;
      await send(chunk);
    }
  };
}

/** An answer of JSON. */
export function answerJson<Body extends object>(body: Body) {
  return { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(body) } satisfies Answer;
}
