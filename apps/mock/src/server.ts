import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Call } from "./call.js";
import { systemClock } from "./clock.js";
import { ConnectionFault } from "./faults/connection-fault.js";
import { isLoopback } from "./http/host.js";
import { closeServer, listen } from "./http/listen.js";
import { readBody } from "./http/node-body.js";
import { breakOff, disconnectSignal, sendEvents } from "./http/node-stream.js";
import { refuseConnections } from "./http/refuse-connections.js";
import { createHttpsServer, headersOf } from "./http/secure-server.js";
import { type ClientFault, listFaultsOfClients } from "./journal/faults-of-clients.js";
import { type MockOptions, readOptions } from "./mock.js";
import { createPipeline, type Pipeline, type PipelineOptions } from "./pipeline.js";
import type { SharedStore } from "./redis/redis-store.js";
import { errorFormOf, Refusal, refusalAnswer } from "./refusal.js";
import { createMemoryStore } from "./store/store.js";
import { watchFile, watchWorld } from "./world/watch-world.js";
import type { World } from "./world/world.js";

/** A mock's options, and where it listens. */
export interface ServerOptions extends MockOptions {
  /** Default 0: any free port. */
  port?: number;
  /** Default 127.0.0.1, so that only this machine reaches it. */
  host?: string;
  /** Names, beside this machine's own, by which a mock may be called; on an address that others reach, its own pages only. */
  allowedHosts?: string[];
  /** Origins, such as `https://app.example`, whose pages may use the admin API too; default none. */
  allowedOrigins?: string[];
  /**
   * The files of a certificate (with its chain) and its key, in PEM form: the mock then answers by HTTPS, with HTTP/2, and
   * with HTTP/1.1 where a client has no other.
   */
  cert?: string;
  key?: string;
  /** True where other machines may use the admin API under `/_mock` too; default no. */
  remoteAdmin?: boolean;
  /**
   * Redis or Valkey 7 or later, such as `redis://127.0.0.1:6379/0` (`rediss:` for TLS), in which all processes that name it
   * keep their sessions and files together. Default: the memory of this process.
   */
  store?: string;
  /** The time for which the store keeps a session or a file that nobody uses, in milliseconds; default a day. */
  sessionTtlMs?: number;
}

/** A mock that listens. */
export interface MockServer {
  /** Such as `http://127.0.0.1:4010`, with no slash at the end. */
  readonly baseURL: string;
  readonly port: number;
  /** Lists what clients did against what they had been told, in all sessions, as far as the journals go back. */
  faultsOfClients(): Promise<ClientFault[]>;
  /** Frees the port. Open answers may go on for `drainMs` (0 by default); then they end. */
  close(options?: { drainMs?: number }): Promise<void>;
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
  allowedOrigins = [],
  cert,
  key,
  remoteAdmin = false,
  store: storeURL,
  sessionTtlMs = 24 * 60 * 60 * 1000,
  ...options
}: ServerOptions = {}): Promise<MockServer> {
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new RangeError(`port is ${port}; it must be an integer from 0 to 65535.`);
  }
  const wrong = allowedOrigins.find((origin) => !/^https?:/.test(origin) || URL.parse(origin)?.origin !== origin);
  if (wrong !== undefined) {
    throw new RangeError(`allowedOrigins has '${wrong}'; it must be an origin such as https://app.example.`);
  }
  if (!Number.isSafeInteger(sessionTtlMs) || sessionTtlMs < 1000) {
    throw new RangeError(`sessionTtlMs is ${sessionTtlMs}; it must be a whole number of milliseconds, at least 1000.`);
  }
  if (storeURL !== undefined && options.clock !== undefined) {
    throw new RangeError("clock and store exclude each other; a store has its own time, which the admin API moves.");
  }
  const secureServer = createHttpsServer({ cert, key }, connectionOptions);
  // Before the file is read, so that a save while the mock starts is noticed.
  const watch = typeof options.state === "string" ? watchFile(options.state) : undefined;
  const settings = readOptions(options);
  const shared = storeURL === undefined ? undefined : await openStore(storeURL, { settings, sessionTtlMs, options });
  const store = shared ?? createMemoryStore({ ...settings, clock: options.clock ?? systemClock });
  let setWorld: (world: World) => Promise<void> = async () => undefined;
  const answer = createPipeline({
    ...settings,
    store,
    isRemoteAllowed: remoteAdmin,
    allowedOrigins,
    hosts: { allowed: [host, ...allowedHosts], isOpen: !isLoopback(host) },
    onWorld: (listener) => {
      setWorld = listener;
    },
  });
  const server = secureServer ?? createServer(connectionOptions);
  const { maxBodyBytes } = settings;
  const headOf = createHeads(secureServer === undefined ? "http" : "https");
  const onFault = (error: unknown) =>
    options.log?.(`A fault of the mock: ${error instanceof Error ? error.stack : String(error)}`);
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    void handle({ request, response, answer, headOf, maxBodyBytes, onFault });
  };
  server.on("request", serve);
  server.on("checkExpectation", serve);
  server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
    if (Number(request.headers["content-length"] ?? 0) <= maxBodyBytes) response.writeContinue();
    serve(request, response);
  });
  refuseConnections(server);
  const onWorld = shared?.shareWorld ?? setWorld;
  const stopWatching = watchWorld(options, { watch, onWorld, log: options.log });
  const listening = await listen(server, { port, host, who: "The mock" }).catch(async (error: unknown) => {
    stopWatching();
    await shared?.close();
    throw error;
  });

  return {
    ...listening,
    faultsOfClients: () => listFaultsOfClients(store.sessions),
    async close({ drainMs } = {}) {
      stopWatching();
      await closeServer(server, drainMs);
      await shared?.close();
    },
  };
}

/**
 * A request without a Host gets an error with a body, which Node would leave empty. A client that is slow for a moment
 * would use a connection again that is being closed; none keeps one as long as this.
 */
const connectionOptions = { requireHostHeader: false, keepAliveTimeout: 75_000 };

/** The client is not loaded before it is needed, so that a mock without it starts sooner. */
async function openStore(
  url: string,
  { settings, sessionTtlMs, options }: { settings: PipelineOptions; sessionTtlMs: number; options: MockOptions },
): Promise<SharedStore> {
  const { createRedisStore } = await import("./redis/redis-store.js");
  const { state, faults, latencies, chaos } = options;
  return createRedisStore(url, { ...settings, sessionTtlMs, worldOptions: { state, faults, latencies, chaos } });
}

/** Answers a request; never rejects. */
async function handle(options: {
  request: IncomingMessage;
  response: ServerResponse;
  answer: Pipeline;
  headOf: (request: IncomingMessage) => RequestHead;
  maxBodyBytes: number;
  onFault: (error: unknown) => void;
}): Promise<void> {
  const { request, response, answer, headOf, maxBodyBytes, onFault } = options;
  try {
    const head = headOf(request);
    const call = callOf(request, head, await readBody(request, maxBodyBytes));
    if (head.hosts !== 1 && (head.hosts > 1 || request.httpVersion === "1.1")) return refuseHosts(response, call.path);
    const signal = () => disconnectSignal(response);
    const { status, headers, body } = await answer(call, signal);
    if (typeof body === "function") {
      response.writeHead(status, headers);
      return await sendEvents(response, { events: body, disconnected: signal() });
    }
    // Bytes, as a text would be joined with the headers and encoded with them.
    const bytes = typeof body === "string" ? Buffer.from(body) : body;
    const answered: Record<string, string | number> = { ...headers };
    // What is left of an oversize body is not read; the connection can't be used again.
    if (!request.complete) answered.connection = "close";
    if (status !== 204) answered["content-length"] = bytes.length;
    response.writeHead(status, answered).end(bytes);
  } catch (error) {
    if (!(error instanceof ConnectionFault) && !request.socket.destroyed) onFault(error);
    await breakOff(response, error);
  }
}

/** RFC 9112, 3.2: no request may have two, and only older versions may leave it out. */
function refuseHosts(response: ServerResponse, path: string): void {
  const refusal = new Refusal("invalid_http", "A request of HTTP/1.1 needs the header 'Host', and none may have two.");
  const { status, headers, body } = refusalAnswer(refusal, errorFormOf(path));
  response.writeHead(status, { ...headers, connection: "close" }).end(body);
}

/** The part of a request that is the same in most requests of a client. */
interface RequestHead extends Pick<Call, "headers" | "origin"> {
  /** The number of `Host` headers; Node keeps only the first. */
  hosts: number;
}

/** Reads heads. One that is as the one before is that one, as a journal would keep a thousand of them. */
function createHeads(scheme: "http" | "https"): (request: IncomingMessage) => RequestHead {
  let last: { sent: string[]; head: RequestHead } | undefined;

  return (request) => {
    const { rawHeaders: sent, socket } = request;
    if (last !== undefined && isSame(sent, last.sent)) return last.head;
    const headers = headersOf(request);
    const head = {
      headers: headers as Call["headers"], // of what a request may send, Node makes an array of `set-cookie` only
      origin: `${scheme}://${headers.host ?? `127.0.0.1:${socket.localPort}`}`,
      hosts: sent.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host").length,
    };
    last = { sent, head };
    return head;
  };
}

function isSame(texts: readonly string[], others: readonly string[]): boolean {
  return texts.length === others.length && texts.every((text, index) => text === others[index]);
}

/** Most calls have none. */
const noQuery = new URLSearchParams();

function callOf(request: IncomingMessage, { headers, origin }: RequestHead, body: Uint8Array | undefined): Call {
  const { url = "/" } = request;
  const target = url.startsWith("/") ? url : url.replace(/^https?:\/\/[^/?]*/i, "");
  const at = target.indexOf("?");
  return {
    method: request.method ?? "GET",
    path: at < 0 ? target : target.slice(0, at),
    query: at < 0 ? noQuery : new URLSearchParams(target.slice(at)),
    target,
    headers,
    body,
    origin,
    isLocal: isLoopback(request.socket.remoteAddress ?? ""),
  };
}
