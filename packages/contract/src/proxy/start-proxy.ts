import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Capture, HeaderPairs } from "./capture.js";
import { pairsOf } from "./headers.js";
import { isLoopback, upstreamAt } from "./loopback.js";
import { type Keep, passOn, readTarget } from "./pass-on.js";
import { createUpstream } from "./upstream.js";

/** Addresses, limits and callbacks of a proxy. */
export interface ProxyOptions {
  /** The deployment's base URL: https, or on this machine. */
  upstream: string;
  /** Default 0: any free port. */
  port?: number;
  /** Default 127.0.0.1, so that only this machine reaches it. */
  host?: string;
  /** Decides on each request: the headers to forward instead of its own, or why it gets a 403. */
  admit?: (request: IncomingMessage) => { headers: HeaderPairs } | { refusal: string };
  /** Called with each exchange at its end. It runs on the proxy's own thread, so it must be quick. */
  onExchange?: (capture: Capture) => void;
  /** Called for each request that `sample` leaves out. */
  onUnkept?: () => void;
  /** The fraction of the exchanges to capture, from 0 to 1; default 1. */
  sample?: number;
  /** Maximum captured bytes of one body; default 16 MiB. The whole body is forwarded. */
  maxKeptBytes?: number;
  /** Maximum captured bytes of all open exchanges together; default 128 MiB. */
  maxHeldBytes?: number;
  random?: () => number;
}

/** A running proxy. */
export interface ExchangeProxy {
  /** Such as `http://127.0.0.1:4012`, without a trailing slash. */
  baseURL: string;
  port: number;
  /** Closes all connections and frees the port. */
  close(): Promise<void>;
}

const mebibyte = 1024 * 1024;

/**
 * Starts a proxy that forwards bytes immediately, in both directions, and calls `onExchange` at the end of each
 * exchange. Rejects with one sentence for an invalid address or a port in use.
 */
export async function startProxy(options: ProxyOptions): Promise<ExchangeProxy> {
  const { onExchange, onUnkept, sample = 1, maxKeptBytes = 16 * mebibyte, maxHeldBytes = 128 * mebibyte } = options;
  const { host = "127.0.0.1", port = 0, random = Math.random, admit = forwardHeaders } = options;
  const upstream = createUpstream(upstreamAt(options.upstream));
  let heldBytes = 0;
  // No timeouts: streams may be long, and slow clients are the upstream's business.
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
      // Stops DNS rebinding: a web page whose own name resolves to this machine.
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
        target: readTarget(request),
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

function forwardHeaders(request: IncomingMessage): { headers: HeaderPairs } {
  return { headers: pairsOf(request) };
}

function isOwnName(header: string | undefined): boolean {
  return header === undefined || isLoopback(header.replace(/:\d*$/, "").toLowerCase());
}

/** Answers with an error in the service's format. */
function refuse(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent) return void response.destroy();
  const body = JSON.stringify({ error: { message, type: "api_error", code: "proxy_error" } });
  response.writeHead(status, { "content-type": "application/json", connection: "close" }).end(body);
}

const noAddress = "this machine has no such address; choose another by --host";

const reasons: Record<string, string> = {
  EACCES: "this user may not take the port; choose one above 1023 by --port",
  EADDRINUSE: "the port is in use; choose another by --port",
  EADDRNOTAVAIL: noAddress,
  ENOTFOUND: noAddress,
};

function listen(
  server: ReturnType<typeof createServer>,
  { host, port }: { host: string; port: number },
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const why = reasons[error.code ?? ""] ?? error.message;
      reject(new Error(`The proxy can't listen on ${host}:${port}: ${why}.`, { cause: error }));
    });
    server.listen({ port, host, backlog: 4096 }, () => resolve((server.address() as AddressInfo).port)); // a TCP server has a port
  });
}
