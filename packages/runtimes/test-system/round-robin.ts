import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

/** A proxy in front of several processes. */
export interface RoundRobin {
  readonly baseURL: string;
  close(): void;
}

/** Starts a proxy that forwards each request to the next of several processes, like a load balancer without affinity. */
export async function startRoundRobin(baseURLs: readonly string[]): Promise<RoundRobin> {
  let turn = 0;
  const server = createServer({ keepAliveTimeout: 75_000 }, (incoming, outgoing) => {
    turn += 1;
    const { hostname, port } = new URL(baseURLs[turn % baseURLs.length] ?? "");
    const { method, url: path, headers } = incoming;
    const passed = request({ hostname, port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      // A broken upstream connection breaks the client's.
      answer.once("close", () => {
        if (!answer.complete) outgoing.destroy();
      });
    });
    passed.once("error", () => outgoing.destroy());
    outgoing.once("close", () => passed.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a TCP server has an object as its address
  return {
    baseURL: `http://127.0.0.1:${port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
