import { isIP } from "node:net";

/** True where an address or name is this machine only. */
export function isLoopback(host: string): boolean {
  if (host === "127.0.0.1") return true; // as nearly every call has it
  const bare = host.replace(/^\[(.*)\]$/, "$1").replace(/^::ffff:/, "");
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
