import type { IncomingMessage, ServerResponse } from "node:http";
import { type Capture, type CapturedResponse, type HeaderPairs, openResponse } from "./capture.js";
import { withoutHops } from "./headers.js";
import type { Upstream } from "./upstream.js";

/** Takes the bytes that pass by, for as long as there is room for them. */
export interface Keep {
  capture: Capture;
  /** True if these bytes may be kept. */
  hasRoomFor(bytes: number): boolean;
}

/**
 * Passes a request on and its answer back, byte for byte as they come: whichever side is slow slows the other, and nothing
 * waits for being kept. Redirections are passed on. Resolves when the exchange is over, however it ended; rejects where the
 * upstream gave no answer.
 */
export function passOn(
  request: IncomingMessage,
  response: ServerResponse,
  { upstream, headers, keep }: { upstream: Upstream; headers: HeaderPairs; keep?: Keep | undefined },
): Promise<void> {
  const beganAt = performance.now();
  const sinceMs = () => Math.round((performance.now() - beganAt) * 1000) / 1000;
  const target = targetOf(request);
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

/** Path and query; a client that takes this for its proxy sends the whole address. */
export function targetOf(request: IncomingMessage): string {
  return (request.url ?? "/").replace(/^https?:\/\/[^/?]*/i, "") || "/";
}

function answer(
  incoming: IncomingMessage,
  response: ServerResponse,
  { sinceMs, keep, resolve }: { sinceMs: () => number; keep?: Keep | undefined; resolve: () => void },
) {
  const kept = openResponse(incoming, sinceMs());
  response.sendDate = false;
  response.writeHead(kept.status, incoming.statusMessage ?? "", withoutHops(kept.headers).flat());
  response.flushHeaders();
  // The client gets each piece before it is kept.
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

/** Returns a list with the order and case that the client used, which node sends as it is. */
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
  return ["host", upstream.host, ...withoutHops(all).flat(), ...length];
}
