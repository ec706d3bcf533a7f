import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Server as TlsServer } from "node:tls";

/** The address of a server that listens. */
export interface Listening {
  /** Such as `http://127.0.0.1:4010`, with no slash at the end. */
  baseURL: string;
  port: number;
}

/** Connections that wait to be accepted; of more, the system lets each try again after a second. Node's own is 511. */
const backlog = 4096;

const noAddress = "this machine has no such address; choose another by the option host (--host)";

const reasons: Record<string, string> = {
  EACCES: "this user may not take the port; choose one above 1023 by the option port (--port)",
  EADDRINUSE: "the port is in use; choose another by the option port (--port)",
  EADDRNOTAVAIL: noAddress,
  ENOTFOUND: noAddress,
};

/** Resolves when a server listens; rejects with one sentence where it can't. `who` begins that sentence. */
export function listen(
  server: Server,
  { port, host, who }: { port: number; host: string; who: string },
): Promise<Listening> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const why = reasons[error.code ?? ""] ?? error.message;
      reject(new Error(`${who} can't listen on ${host}:${port}: ${why}.`, { cause: error }));
    });
    server.listen({ port, host, backlog }, () => {
      const { port: boundPort } = server.address() as AddressInfo; // a server on a port has no other kind of address
      const isSecure = (server as unknown) instanceof TlsServer;
      resolve({ baseURL: baseURLOf(host, boundPort, { isSecure }), port: boundPort });
    });
  });
}

/** An address that stands for all of this machine is none that can be opened. */
const wildcards: Record<string, string> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/** Returns the address by which this machine reaches a server that listens on a host. */
export function baseURLOf(host: string, port: number, { isSecure }: { isSecure: boolean }): string {
  const own = wildcards[host] ?? host;
  return `${isSecure ? "https" : "http"}://${own.includes(":") ? `[${own}]` : own}:${port}`;
}

/** The interval at which connections are closed whose last answer has ended. */
const drainStepMs = 50;

/** Takes no new connections, lets open answers go on for a time, then ends what is left and frees the port. */
export async function closeServer(server: Server, drainMs = 0): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const idle = setInterval(() => server.closeIdleConnections(), drainStepMs);
  const end = setTimeout(() => server.closeAllConnections(), drainMs);
  if (drainMs === 0) server.closeAllConnections();
  await closed;
  clearInterval(idle);
  clearTimeout(end);
}
