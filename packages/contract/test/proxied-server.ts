import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { type Capture, createUpstream, type ProxyOptions, startProxy, type Upstream } from "../src/proxy.js";

export const key = "sk-test-0123456789abcdef";

/** The request handler of a test server. */
export type Answer = (incoming: IncomingMessage, response: ServerResponse) => void;

async function startServer(answer: Answer): Promise<string> {
  const server = createServer({ keepAliveTimeout: 75_000 }, answer); // longer than clients keep idle connections
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a TCP server has an object as its address
}

/** Starts a server for a test, and returns an upstream for it. */
export async function startUpstream(answer: Answer): Promise<Upstream> {
  const upstream = createUpstream(new URL(await startServer(answer)));
  onTestFinished(() => upstream.close());
  return upstream;
}

/** Starts a proxy in front of a test server, and collects its exchanges. */
export async function proxyTo(answer: Answer, options: Partial<ProxyOptions> = {}) {
  const captures: Capture[] = [];
  const proxy = await startProxy({
    upstream: await startServer(answer),
    onExchange: (capture) => captures.push(capture),
    ...options,
  });
  onTestFinished(() => proxy.close());
  return { baseURL: proxy.baseURL, captures };
}

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Sends a request on a new connection, and reads the answer as text. */
export function call(url: string, { method = "GET", headers = {}, body }: Sent = {}) {
  return new Promise<{ status: number; message: string; raw: string[]; body: string }>((resolve, reject) => {
    const outgoing = request(url, { method, headers, agent: false }, async (response) => {
      try {
        const { statusCode = 0, statusMessage = "", rawHeaders } = response;
        resolve({ status: statusCode, message: statusMessage, raw: rawHeaders, body: await readAll(response) });
      } catch (error) {
        reject(error);
      }
    });
    outgoing.once("error", reject);
    outgoing.end(body);
  });
}

/** Reads a body as text, to its end. */
export async function readAll(body: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}
