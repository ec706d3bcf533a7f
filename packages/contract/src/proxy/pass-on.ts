import type { IncomingMessage, ServerResponse } from "node:http";
import type { Capture, CapturedResponse, HeaderPairs } from "./capture.js";
import type { Upstream } from "./upstream.js";

/** Takes the bytes that pass by, for as long as there is room for them. */
export interface Keep {
  capture: Capture;
  /** True where these bytes may be kept. */
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
  { upstream, keep }: { upstream: Upstream; keep?: Keep | undefined },
): Promise<void> {
  const beganAt = performance.now();
  const sinceMs = () => Math.round((performance.now() - beganAt) * 1000) / 1000;
  const target = targetOf(request);
  return new Promise((resolve, reject) => {
    const outgoing = upstream.request({
      method: request.method ?? "GET",
      target,
      headers: sentHeaders(request, upstream),
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

/** Headers as pairs. */
export function pairsOf({ rawHeaders }: IncomingMessage): HeaderPairs {
  const names = rawHeaders.filter((_, index) => index % 2 === 0);
  return names.map((name, index) => [name, rawHeaders[index * 2 + 1] ?? ""]);
}

function answer(
  incoming: IncomingMessage,
  response: ServerResponse,
  { sinceMs, keep, resolve }: { sinceMs: () => number; keep?: Keep | undefined; resolve: () => void },
) {
  const status = incoming.statusCode ?? 502; // every answer has one
  const kept: CapturedResponse = {
    status,
    headers: pairsOf(incoming),
    headersMs: sinceMs(),
    chunks: [],
    omittedBytes: 0,
    endMs: 0,
    ending: "open",
  };
  response.sendDate = false;
  response.writeHead(status, incoming.statusMessage ?? "", withoutHops(kept.headers).flat());
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

/** A list of its own order and case, which node sends as it is. */
function sentHeaders(request: IncomingMessage, upstream: Upstream): string[] {
  const all = pairsOf(request);
  const isChunked = all.some(([name]) => name.toLowerCase() === "transfer-encoding");
  const hasLength = all.some(([name]) => name.toLowerCase() === "content-length");
  const mayHaveBody = !["GET", "HEAD", "DELETE", "OPTIONS", "TRACE"].includes(request.method ?? "GET");
  const length = isChunked
    ? ["transfer-encoding", "chunked"]
    : !hasLength && mayHaveBody
      ? ["content-length", "0"]
      : [];
  return ["host", upstream.host, ...withoutHops(all).flat(), ...length];
}

/** Headers between two neighbours only (RFC 9110, 7.6.1), and those that are set again for the next one. */
const ofConnection = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "proxy-authorization",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "expect",
  "host",
]);

function withoutHops(headers: HeaderPairs): HeaderPairs {
  const named = headers
    .filter(([name]) => name.toLowerCase() === "connection")
    .flatMap(([, value]) => value.split(",").map((each) => each.trim().toLowerCase()));
  const dropped = new Set([...ofConnection, ...named]);
  return headers.filter(([name]) => !dropped.has(name.toLowerCase()));
}
