import type { IncomingMessage } from "node:http";
import { pairsOf } from "./headers.js";

/** Headers as they were sent, in order. */
export type HeaderPairs = [name: string, value: string][];

/** One exchange as it passed through the proxy, with nothing masked yet. Times are those of `Date.now()`. */
export interface Capture {
  id: string;
  startedAtMs: number;
  method: string;
  /** Path and query. */
  target: string;
  requestHeaders: HeaderPairs;
  requestBody: Uint8Array[];
  /** The number of bytes of the request's body that were not kept. */
  requestOmittedBytes: number;
  /** Absent if the upstream did not answer. */
  response?: CapturedResponse;
  /** The reason for the missing answer, if the client was still connected. */
  failure?: string;
}

/** The answer, with its times: in milliseconds since the request. */
export interface CapturedResponse {
  status: number;
  headers: HeaderPairs;
  headersMs: number;
  chunks: { atMs: number; bytes: Uint8Array }[];
  omittedBytes: number;
  endMs: number;
  ending: "complete" | "cut" | "left" | "open";
}

/** Returns an empty capture of an answer. */
export function openResponse(incoming: IncomingMessage, headersMs: number): CapturedResponse {
  return {
    status: incoming.statusCode ?? 502, // every answer has one
    headers: pairsOf(incoming),
    headersMs,
    chunks: [],
    omittedBytes: 0,
    endMs: 0,
    ending: "open",
  };
}
