import type { IncomingMessage, ServerResponse } from "node:http";
import { type Capture, type CapturedResponse, type HeaderPairs, openResponse } from "./capture.js";
import { dropHopByHopHeaders } from "./headers.js";
import type { Upstream } from "./upstream.js";

/** Captures bytes within a memory limit. */
export interface Keep {
  capture: Capture;
  /** True if these bytes may be kept. */
  hasRoomFor(bytes: number): boolean;
}

/**
 * Forwards a request and its answer byte for byte, with backpressure in both directions and without waiting for the
 * capture. Redirects are forwarded too. Resolves when the exchange is over, however it ended; rejects if the upstream
 * gave no answer.
 */
export function passOn(
  request: IncomingMessage,
  response: ServerResponse,
  { upstream, headers, keep }: { upstream: Upstream; headers: HeaderPairs; keep?: Keep | undefined },
): Promise<void> {
  const beganAt = performance.now();
  const sinceMs = () => Math.round((performance.now() - beganAt) * 1000) / 1000;
  const target = readTarget(request);
  return new Promise((resolve, reject) => {
    const outgoing = upstream.request({
      method: request.method ?? "GET",
      target,
      headers: sentHeaders(headers, { method: request.method, upstream }),
    });
    let answered = false;
    response.once("close", () => {
      if (!response.writableFinished) outgoing.destroy();
    });
    outgoing.on("error", (error) => {
      if (!answered) reject(error);
    });
    outgoing.once("response", (incoming) => {
      answered = true;
      answer(incoming, response, { sinceMs, keep, resolve });
    });
    request.once("error", () => outgoing.destroy());
    request.pipe(outgoing);
    if (keep !== undefined) keepRequest(request, keep);
  });
}

/** Returns path and query; a client that uses this as its HTTP proxy sends an absolute URL. */
export function readTarget(request: IncomingMessage): string {
  return (request.url ?? "/").replace(/^https?:\/\/[^/?]*/i, "") || "/";
}

function answer(
  incoming: IncomingMessage,
  response: ServerResponse,
  { sinceMs, keep, resolve }: { sinceMs: () => number; keep?: Keep | undefined; resolve: () => void },
) {
  const kept = openResponse(incoming, sinceMs());
  response.sendDate = false;
  response.writeHead(kept.status, incoming.statusMessage ?? "", dropHopByHopHeaders(kept.headers).flat());
  response.flushHeaders();
  // The client gets each chunk before it is captured.
  incoming.pipe(response);
  if (keep !== undefined) {
    keep.capture.response = kept;
    incoming.on("data", (bytes: Buffer) => {
      if (keep.hasRoomFor(bytes.length) && kept.omittedBytes === 0) kept.chunks.push({ atMs: sinceMs(), bytes });
      else kept.omittedBytes += bytes.length;
    });
  }
  const end = (ending: CapturedResponse["ending"]) => {
    if (kept.ending !== "open") return;
    kept.ending = ending;
    kept.endMs = sinceMs();
    resolve();
  };
  incoming.once("end", () => end("complete"));
  incoming.once("error", () => undefined); // `close` follows
  incoming.once("close", () => {
    end(response.destroyed && !response.writableFinished ? "left" : "cut");
    if (!incoming.complete) response.destroy();
  });
}

function keepRequest(request: IncomingMessage, { capture, hasRoomFor }: Keep) {
  request.on("data", (bytes: Buffer) => {
    if (hasRoomFor(bytes.length) && capture.requestOmittedBytes === 0) capture.requestBody.push(bytes);
    else capture.requestOmittedBytes += bytes.length;
  });
}

/** Returns the headers as a flat list, which Node sends in this order and case. */
function sentHeaders(
  all: HeaderPairs,
  { method = "GET", upstream }: { method?: string | undefined; upstream: Upstream },
): string[] {
  const isChunked = all.some(([name]) => name.toLowerCase() === "transfer-encoding");
  const hasLength = all.some(([name]) => name.toLowerCase() === "content-length");
  const mayHaveBody = !["GET", "HEAD", "DELETE", "OPTIONS", "TRACE"].includes(method);
  const length = isChunked
    ? ["transfer-encoding", "chunked"]
    : !hasLength && mayHaveBody
      ? ["content-length", "0"]
      : [];
  return ["host", upstream.host, ...dropHopByHopHeaders(all).flat(), ...length];
}
