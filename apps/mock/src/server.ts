import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Answer, Call } from "./call.js";
import { isLoopback } from "./host.js";
import { type MockOptions, readOptions } from "./mock.js";
import { readBody } from "./node-body.js";
import { breakOff, goneSignal, sendEvents } from "./node-stream.js";
import { createPipeline, type Pipeline } from "./pipeline.js";

/** A mock's options, and where it listens. */
export interface ServerOptions extends MockOptions {
  /** Default 0: any free port. */
  port?: number;
  /** Default 127.0.0.1, so that only this machine reaches it. */
  host?: string;
  /** Names, beside this machine's own, by which a mock on a loopback address may be called. */
  allowedHosts?: string[];
}

/** A mock that listens. */
export interface MockServer {
  /** Such as `http://127.0.0.1:4010`, with no slash at the end. */
  readonly baseURL: string;
  readonly port: number;
  /** Ends open connections, streams included, and frees the port. */
  close(): Promise<void>;
}

/**
 * Starts a mock on a port. Rejects with one sentence where it can't listen there, or an option is wrong.
 * @example
 * const mock = await startMock({ latency: "instant" });
 * // … call `${mock.baseURL}/v1/models` …
 * await mock.close();
 */
export async function startMock({
  port = 0,
  host = "127.0.0.1",
  allowedHosts = [],
  ...options
}: ServerOptions = {}): Promise<MockServer> {
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new RangeError(`port is ${port}; it must be an integer from 0 to 65535.`);
  }
  const settings = readOptions(options);
  const answer = createPipeline({ ...settings, allowedHosts: isLoopback(host) ? [host, ...allowedHosts] : undefined });
  const server = createServer();
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    handle({ request, response, answer, maxBodyBytes: settings.maxBodyBytes }).catch((error: unknown) =>
      breakOff(response, error),
    );
  };
  server.on("request", serve);
  server.on("checkExpectation", serve);
  server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
    if (Number(request.headers["content-length"] ?? 0) <= settings.maxBodyBytes) response.writeContinue();
    serve(request, response);
  });
  await listen(server, { port, host });
  const { port: boundPort } = server.address() as AddressInfo; // a server on a port has no other kind of address

  return {
    baseURL: `http://${host.includes(":") ? `[${host}]` : host}:${boundPort}`,
    port: boundPort,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

function listen(server: Server, { port, host }: { port: number; host: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const why = error.code === "EADDRINUSE" ? "the port is in use; choose another" : error.message;
      reject(new Error(`The mock can't listen on ${host}:${port}: ${why}.`, { cause: error }));
    });
    server.listen(port, host, resolve);
  });
}

async function handle(options: {
  request: IncomingMessage;
  response: ServerResponse;
  answer: Pipeline;
  maxBodyBytes: number;
}): Promise<void> {
  const { request, response, answer, maxBodyBytes } = options;
  const call = callOf(request, await readBody(request, maxBodyBytes));
  const { status, headers, body, before }: Answer = await answer(call);
  const gone = goneSignal(response);
  await before?.(gone);
  if (typeof body === "function") {
    response.writeHead(status, headers);
    return sendEvents(response, { events: body, gone });
  }
  // What is left of an oversize body is not read; the connection can't be used again.
  const ending = request.complete ? {} : { connection: "close" };
  const length = status === 204 ? {} : { "content-length": Buffer.byteLength(body) };
  response.writeHead(status, { ...headers, ...ending, ...length }).end(body);
}

function callOf(request: IncomingMessage, body: Uint8Array | undefined): Call {
  const target = (request.url ?? "/").replace(/^https?:\/\/[^/?]*/i, "");
  const at = target.indexOf("?");
  return {
    method: request.method ?? "GET",
    path: at < 0 ? target : target.slice(0, at),
    query: new URLSearchParams(at < 0 ? "" : target.slice(at)),
    headers: request.headers as Call["headers"], // of what a request may send, Node makes an array of `set-cookie` only
    body,
  };
}
