import * as http from "node:http";
import * as https from "node:https";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

/** The server that requests are forwarded to, over kept-alive connections. */
export interface Upstream {
  /** The value of the `Host` header. */
  host: string;
  request(call: {
    method: string;
    target: string;
    headers: string[];
    signal?: AbortSignal | undefined;
  }): http.ClientRequest;
  close(): void;
}

/** Shorter than servers keep idle connections, so that no request is sent on one that is closing. */
const longestIdleMs = 4_000;

/** Creates an upstream from its URL; the URL's path is put before each request's path. */
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

/** Limits the idle time of an agent's connections: Node closes an idle one on its socket's timeout. */
function idleLimited<Kind extends http.Agent>(agent: Kind): Kind {
  const keep = agent.keepSocketAlive.bind(agent);
  const reuse = agent.reuseSocket.bind(agent);
  agent.keepSocketAlive = (socket: Duplex) => {
    const isKept = keep(socket) as unknown as boolean; // it returns a boolean, though its type is void
    if (isKept) (socket as Socket).setTimeout(longestIdleMs); // connections of these agents are sockets
    return isKept;
  };
  agent.reuseSocket = (socket: Duplex, request: http.ClientRequest) => {
    (socket as Socket).setTimeout(0); // as above
    reuse(socket, request);
  };
  return agent;
}
