import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Capture, HeaderPairs } from "./capture.js";
import { pairsOf } from "./headers.js";
import { isLoopback, upstreamAt } from "./loopback.js";
import { type Keep, passOn, targetOf } from "./pass-on.js";
import { createUpstream } from "./upstream.js";

/** The proxy's addresses, and the uses of what passes. */
export interface ProxyOptions {
  /** The deployment's base URL: https, or on this machine. */
  upstream: string;
  /** Default 0: any free port. */
  port?: number;
  /** Default 127.0.0.1, so that only this machine reaches it. */
  host?: string;
  /** Decides on each request: the headers to forward instead of its own, or why it gets a 403. */
  admit?: (request: IncomingMessage) => { headers: HeaderPairs } | { refusal: string };
  /** Given each exchange when it is over. It runs on the proxy's own thread, so it must be quick. */
  onExchange?: (capture: Capture) => void;
  /** Told of each request that is not kept, because of `sample`. */
  onUnkept?: () => void;
  /** The share of the exchanges to keep, from 0 to 1; default 1. */
  sample?: number;
  /** The most bytes of one body that are kept; default 16 MiB. All of them are passed on. */
  maxKeptBytes?: number;
  /** The most bytes that are held for all open exchanges together; default 128 MiB. */
  maxHeldBytes?: number;
  random?: () => number;
}

/** A proxy that listens. */
export interface ExchangeProxy {
  /** Such as `http://127.0.0.1:4012`, with no slash at the end. */
  baseURL: string;
  port: number;
  /** Ends open connections and frees the port. */
  close(): Promise<void>;
}

const mebibyte = 1024 * 1024;

/**
 * Starts a proxy that passes bytes on as they come, in both directions, and gives each exchange to `onExchange` when it is
 * over. Rejects with one sentence for a wrong address, or a port that can't be had.
 */
export async function startProxy(options: ProxyOptions): Promise<ExchangeProxy> {
  const { onExchange, onUnkept, sample = 1, maxKeptBytes = 16 * mebibyte, maxHeldBytes = 128 * mebibyte } = options;
  const { host = "127.0.0.1", port = 0, random = Math.random, admit = asSent } = options;
  const upstream = createUpstream(upstreamAt(options.upstream));
  let heldBytes = 0;
  // A long stream is no fault, and who sends slowly is for the upstream to judge.
  const server = createServer({ requestTimeout: 0, keepAliveTimeout: 75_000 }, (request, response) => {
    void take(request, response);
  });
  server.timeout = 0;
  const bound = await listen(server, { host, port });
  let closing: Promise<void> | undefined;
  return {
    baseURL: `http://${host.includes(":") ? `[${host}]` : host}:${bound}`,
    port: bound,
    close() {
      closing ??= new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        upstream.close();
      });
      return closing;
    },
  };

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (isLoopback(host) && !isOwnName(request.headers.host)) {
      // A page whose own name has been made to lead here would be let in otherwise.
      request.resume();
      return refuse(response, 403, "This proxy answers only to names of this machine.");
    }
    const admitted = admit(request);
    if ("refusal" in admitted) {
      request.resume();
      return refuse(response, 403, admitted.refusal);
    }
    const isKept = onExchange !== undefined && (sample >= 1 || random() < sample);
    if (!isKept) onUnkept?.();
    const keep = isKept ? openKeep(request) : undefined;
    try {
      await passOn(request, response, { upstream, headers: admitted.headers, keep });
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : "an unknown reason";
      if (keep !== undefined && !response.destroyed) keep.capture.failure = code;
      refuse(response, 502, `The upstream could not be reached (${code}).`);
    } finally {
      if (keep !== undefined) {
        heldBytes -= keep.held();
        onExchange?.(keep.capture);
      }
    }
  }

  function openKeep(request: IncomingMessage): Keep & { held(): number } {
    let held = 0;
    return {
      capture: {
        id: randomUUID(),
        startedAtMs: Date.now(),
        method: request.method ?? "GET",
        target: targetOf(request),
        requestHeaders: pairsOf(request),
        requestBody: [],
        requestOmittedBytes: 0,
      },
      hasRoomFor(bytes) {
        if (held + bytes > 2 * maxKeptBytes || heldBytes + bytes > maxHeldBytes) return false;
        held += bytes;
        heldBytes += bytes;
        return true;
      },
      held: () => held,
    };
  }
}

function asSent(request: IncomingMessage): { headers: HeaderPairs } {
  return { headers: pairsOf(request) };
}

function isOwnName(header: string | undefined): boolean {
  return header === undefined || isLoopback(header.replace(/:\d*$/, "").toLowerCase());
}

/** In the form of the service's errors, as the upstream said nothing itself. */
function refuse(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent) return void response.destroy();
  const body = JSON.stringify({ error: { message, type: "api_error", code: "proxy_error" } });
  response.writeHead(status, { "content-type": "application/json", connection: "close" }).end(body);
}

function listen(
  server: ReturnType<typeof createServer>,
  { host, port }: { host: string; port: number },
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const why = error.code === "EADDRINUSE" ? "the port is in use; choose another by --port" : error.message;
      reject(new Error(`The proxy can't listen on ${host}:${port}: ${why}.`, { cause: error }));
    });
    server.listen({ port, host, backlog: 4096 }, () => resolve((server.address() as AddressInfo).port)); // it has a port
  });
}
