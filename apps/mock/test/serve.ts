import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** Answers requests at a free port as it is told to, until the test is over. */
export async function serve(listener: RequestListener): Promise<number> {
  const server = createServer({ keepAliveTimeout: 75_000 }, listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port; // a server on a port has no other kind of address
}
