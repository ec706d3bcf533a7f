import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { type Capture, type CapturedResponse, type HeaderPairs, openResponse } from "./capture.js";
import { dropHopByHopHeaders } from "./headers.js";
import type { Upstream } from "./upstream.js";

/** A request with its complete body. */
export interface WholeRequest {
  method: string;
  /** Path and query. */
  target: string;
  headers: HeaderPairs;
  body?: Uint8Array | undefined;
  /** Ends the call, also while the answer is read. */
  signal?: AbortSignal;
}

/** An answer whose headers have arrived. */
export interface CapturedAnswer {
  status: number;
  /** Without those of the connection. */
  headers: HeaderPairs;
  /** The bytes as they come. Throws where the upstream breaks off. */
  body: AsyncGenerator<Uint8Array>;
  /** The exchange; whole when `body` has been read. */
  capture: Capture;
}

/**
 * Sends a request to an upstream and captures the exchange while its answer is read. Resolves with the headers;
 * redirects are not followed. Rejects if there is no answer.
 */
export function sendCaptured(
  upstream: Upstream,
  { method, target, headers, body = new Uint8Array(), signal }: WholeRequest,
): Promise<CapturedAnswer> {
  const beganAt = performance.now();
  const sinceMs = () => Math.round((performance.now() - beganAt) * 1000) / 1000;
  const capture: Capture = {
    id: randomUUID(),
    startedAtMs: Date.now(),
    method,
    target,
    requestHeaders: headers,
    requestBody: body.length > 0 ? [body] : [],
    requestOmittedBytes: 0,
  };
  const sent = dropHopByHopHeaders(headers).filter(([name]) => name.toLowerCase() !== "content-length");
  const length: HeaderPairs = body.length > 0 ? [["content-length", String(body.length)]] : [];

  return new Promise((resolve, reject) => {
    const outgoing = upstream.request({
      method,
      target,
      headers: ["host", upstream.host, ...sent.flat(), ...length.flat()],
      signal,
    });
    outgoing.on("error", reject); // without effect once the answer has started: its body throws then
    outgoing.once("response", (incoming) => {
      const response = openResponse(incoming, sinceMs());
      capture.response = response;
      resolve({
        status: response.status,
        headers: dropHopByHopHeaders(response.headers),
        body: readCaptured(incoming, { response, sinceMs, signal }),
        capture,
      });
    });
    outgoing.end(body);
  });
}

async function* readCaptured(
  incoming: IncomingMessage,
  { response, sinceMs, signal }: { response: CapturedResponse; sinceMs: () => number; signal: AbortSignal | undefined },
): AsyncGenerator<Uint8Array> {
  response.ending = "left";
  try {
    for await (const bytes of incoming) {
      response.chunks.push({ atMs: sinceMs(), bytes });
      yield bytes;
    }
    response.ending = "complete";
  } catch (error) {
    if (signal?.aborted !== true) response.ending = "cut";
    throw error;
  } finally {
    response.endMs = sinceMs();
  }
}
