import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { isLoopback } from "@model-access/contract/proxy";
import { pagePolicy } from "../report/html-page.js";
import { metricsOf } from "./metrics.js";
import { watchPage } from "./page.js";
import type { Seen } from "./tally.js";

/** Serves the page and the metrics of a watch on a port of their own. Rejects with one sentence where the port can't be had. */
export async function startViewServer(options: { host: string; port: number; upstream: string; read: () => Seen }) {
  const { host, port, upstream, read } = options;
  const server = createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
    const name = (request.headers.host ?? host).replace(/:\d*$/, "");
    // A page of the web whose own name has been made to lead here is not let in.
    if (isLoopback(host) && !isLoopback(name)) return void response.writeHead(403).end();
    const path = (request.url ?? "/").replace(/\?.*$/s, "");
    const answer = path === "/metrics" ? metrics : path === "/" ? page : undefined;
    if (answer === undefined)
      return void response.writeHead(404, plain).end("Not found. The pages are / and /metrics.\n");
    if (request.method !== "GET" && request.method !== "HEAD")
      return void response.writeHead(405, { allow: "GET, HEAD" }).end();
    const [type, text] = answer();
    response.writeHead(200, { ...common, "content-type": type }).end(request.method === "HEAD" ? undefined : text);
  });
  const metrics = () => ["text/plain; version=0.0.4; charset=utf-8", metricsOf(read())] as const;
  const page = () => ["text/html; charset=utf-8", watchPage(read(), { upstream })] as const;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const why = error.code === "EADDRINUSE" ? "the port is in use; choose another with --watch-port" : error.message;
      reject(new Error(`The page can't be served on ${host}:${port}: ${why}.`));
    });
    server.listen({ host, port }, resolve);
  });
  const { port: bound } = server.address() as AddressInfo; // a server on a port has no other kind of address
  return {
    baseURL: `http://${host.includes(":") ? `[${host}]` : host}:${bound}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const plain = { "content-type": "text/plain; charset=utf-8" };

const common = {
  "cache-control": "no-store",
  "content-security-policy": pagePolicy,
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};
