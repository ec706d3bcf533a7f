import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

/** A proxy in front of several processes. */
export interface RoundRobin {
  readonly baseURL: string;
  close(): void;
}

/** Passes each request on to the next of several processes, whatever it belongs to, as the worst load balancer would. */
export async function startRoundRobin(baseURLs: readonly string[]): Promise<RoundRobin> {
  let turn = 0;
  const server = createServer({ keepAliveTimeout: 75_000 }, (incoming, outgoing) => {
    turn += 1;
    const { hostname, port } = new URL(baseURLs[turn % baseURLs.length] ?? "");
    const { method, url: path, headers } = incoming;
    const passed = request({ hostname, port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      // A connection that broke behind breaks before.
      answer.once("close", () => {
        if (!answer.complete) outgoing.destroy();
      });
    });
    passed.once("error", () => outgoing.destroy());
    outgoing.once("close", () => passed.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a server on a port has no other kind of address
  return {
    baseURL: `http://127.0.0.1:${port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
