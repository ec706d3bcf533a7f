import * as http from "node:http";
import * as https from "node:https";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

/** The server that requests are passed on to, over connections that are kept. */
export interface Upstream {
  /** As the `Host` header says it. */
  host: string;
  request(call: {
    method: string;
    target: string;
    headers: string[];
    signal?: AbortSignal | undefined;
  }): http.ClientRequest;
  close(): void;
}

/** Shorter than servers keep an idle connection, so that a request does not meet its end. */
const longestIdleMs = 4_000;

/** Opens the way to an address; a path that it has comes before that of each request. */
export function createUpstream(url: URL): Upstream {
  const isSecure = url.protocol === "https:";
  const agent = isSecure
    ? idleLimited(new https.Agent({ keepAlive: true }))
    : idleLimited(new http.Agent({ keepAlive: true }));
  const prefix = url.pathname.replace(/\/$/, "");
  return {
    host: url.host,
    request: ({ method, target, headers, signal }) =>
      (isSecure ? https : http).request({
        agent,
        protocol: url.protocol,
        hostname: url.hostname.replace(/^\[(.*)\]$/, "$1"),
        port: url.port,
        path: prefix + target,
        method,
        headers,
        ...(signal && { signal }),
      }),
    close: () => agent.destroy(),
  };
}

/** Node ends an idle connection of an agent when the socket says that its time is over; a busy one it leaves alone. */
function idleLimited<Kind extends http.Agent>(agent: Kind): Kind {
  const keep = agent.keepSocketAlive.bind(agent);
  const reuse = agent.reuseSocket.bind(agent);
  agent.keepSocketAlive = (socket: Duplex) => {
    const isKept = keep(socket) as unknown as boolean; // it returns whether, though its type says nothing
    if (isKept) (socket as Socket).setTimeout(longestIdleMs); // connections of these agents are sockets
    return isKept;
  };
  agent.reuseSocket = (socket: Duplex, request: http.ClientRequest) => {
    (socket as Socket).setTimeout(0); // as above
    reuse(socket, request);
  };
  return agent;
}
