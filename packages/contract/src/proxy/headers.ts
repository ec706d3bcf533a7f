import type { IncomingMessage } from "node:http";
import type { HeaderPairs } from "./capture.js";

/** Returns a message's headers as pairs, in their order and case. */
export function pairsOf({ rawHeaders }: IncomingMessage): HeaderPairs {
  const names = rawHeaders.filter((_, index) => index % 2 === 0);
  return names.map((name, index) => [name, rawHeaders[index * 2 + 1] ?? ""]);
}

/** Hop-by-hop headers (RFC 9110, 7.6.1), and those that each hop sets anew. */
const hopByHopHeaders = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "proxy-authorization",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "expect",
  "host",
]);

/** Returns the headers that a proxy forwards: without hop-by-hop headers and those that `Connection` names. */
export function dropHopByHopHeaders(headers: HeaderPairs): HeaderPairs {
  const named = headers
    .filter(([name]) => name.toLowerCase() === "connection")
    .flatMap(([, value]) => value.split(",").map((each) => each.trim().toLowerCase()));
  const dropped = new Set([...hopByHopHeaders, ...named]);
  return headers.filter(([name]) => !dropped.has(name.toLowerCase()));
}
