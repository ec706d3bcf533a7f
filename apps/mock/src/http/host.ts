import { isIP } from "node:net";

/** True where an address or name is this machine only. */
export function isLoopback(host: string): boolean {
  if (host === "127.0.0.1") return true; // as nearly every call has it
  // URLs have 127.0.0.1 as `::ffff:7f00:1` where it is written as an address of version 6.
  const bare = host
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/^::ffff:(?:7f([\da-f]{2}):[\da-f]{1,4}$)?/i, (_, mapped?: string) =>
      mapped === undefined ? "" : "127.0.0.1",
    );
  return host === "localhost" || bare === "::1" || (isIP(bare) === 4 && bare.startsWith("127."));
}

/**
 * True where a `Host` header names this machine or one of the given hosts. A page whose own name was made to lead here
 * is refused. Browsers always send the header, so a call without it comes from no such page.
 */
export function isHostAllowed(header: string | undefined, allowedHosts: string[]): boolean {
  if (header === undefined) return true;
  const host = header.replace(/:\d*$/, "").toLowerCase();
  return isLoopback(host) || allowedHosts.some((allowed) => allowed.toLowerCase() === host);
}
