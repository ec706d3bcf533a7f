/**
 * One request and its answer: one line of a JSON Lines file. The mock's journal, its recordings and fixtures, and
 * the records of the contract tests have this format. Times are milliseconds since the request.
 */
export interface ExchangeRecord {
  format: typeof exchangeFormat;
  id: string;
  /** The time the request was sent or came in: ISO 8601, UTC. */
  at: string;
  /** The contract's operation; absent if the path belongs to none. */
  operationId?: string;
  request: RecordedRequest;
  /** Absent if nothing came. */
  response?: RecordedResponse;
  /** The recorder's own remarks: verdicts, the attempt, the rule it was for. Opaque to readers. */
  notes?: Record<string, unknown>;
}

export interface RecordedRequest {
  method: string;
  /** Path and query as they were sent; no host, so that it can be replayed elsewhere. */
  target: string;
  /** As they were sent, in order; credentials are masked. */
  headers: [name: string, value: string][];
  /** Absent if there was none. */
  body?: RecordedBytes;
}

export interface RecordedResponse {
  status: number;
  headers: [name: string, value: string][];
  /** The time the headers came. */
  headersMs: number;
  /** The body as it came, piece by piece. */
  chunks: RecordedChunk[];
  /** The time it was over. */
  endMs: number;
  /**
   * The end of the body: whole as far as HTTP can tell (`complete`), by a connection that closed (`cut`) or was reset
   * (`reset`), left by the client (`left`), or not yet (`open`).
   */
  ending: "complete" | "cut" | "reset" | "left" | "open";
}

/** Bytes as text where they are UTF-8, else in base64. */
export type RecordedBytes = ({ text: string } | { base64: string }) & {
  /** The number of bytes at the end that weren't kept. */
  omittedBytes?: number;
};

/** A chunk of a body with the time at which it arrived. */
export type RecordedChunk = RecordedBytes & { atMs: number };

/** The name and version of the format; every line has it. */
export const exchangeFormat = "model-access-exchange/1";
