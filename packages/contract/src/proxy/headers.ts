import type { IncomingMessage } from "node:http";
import type { HeaderPairs } from "./capture.js";

/** Returns the headers of a message as pairs, with their order and case. */
export function pairsOf({ rawHeaders }: IncomingMessage): HeaderPairs {
  const names = rawHeaders.filter((_, index) => index % 2 === 0);
  return names.map((name, index) => [name, rawHeaders[index * 2 + 1] ?? ""]);
}

/** Headers between two neighbours only (RFC 9110, 7.6.1), and those that are set again for the next one. */
const ofConnection = new Set([
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

/** Returns the headers that a proxy passes on: without those of the connection, and those that `Connection` names. */
export function withoutHops(headers: HeaderPairs): HeaderPairs {
  const named = headers
    .filter(([name]) => name.toLowerCase() === "connection")
    .flatMap(([, value]) => value.split(",").map((each) => each.trim().toLowerCase()));
  const dropped = new Set([...ofConnection, ...named]);
  return headers.filter(([name]) => !dropped.has(name.toLowerCase()));
}
