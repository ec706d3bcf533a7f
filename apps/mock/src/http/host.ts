import { isIP } from "node:net";

/** Whether an address or name is this machine only. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, "$1").replace(/^::ffff:/, "");
  return host === "localhost" || bare === "::1" || (isIP(bare) === 4 && bare.startsWith("127."));
}

/**
 * Whether a `Host` header names this machine or one of the hosts named: a page whose own name has been made to lead here
 * is not let in. Browsers always send the header, so a call without it is no such page.
 */
export function isHostAllowed(header: string | undefined, allowedHosts: string[]): boolean {
  if (header === undefined) return true;
  const host = header.replace(/:\d*$/, "").toLowerCase();
  return isLoopback(host) || allowedHosts.some((allowed) => allowed.toLowerCase() === host);
}
