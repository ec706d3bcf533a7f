import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Listens on a free port and prints the address as the mock does with `--log json`. */
export function announce(server: Server): void {
  server.keepAliveTimeout = 75_000; // longer than any client keeps a connection
  server.listen(0, "127.0.0.1", () => {
    const { port } = server.address() as AddressInfo; // it listens on a port
    process.stdout.write(`${JSON.stringify({ event: "listening", url: `http://127.0.0.1:${port}` })}\n`);
  });
}
