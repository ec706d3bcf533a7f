import { isIP } from "node:net";

/** True where an address or name is this machine only; browsers resolve each name under `localhost` themselves. */
export function isLoopback(host: string): boolean {
  if (host === "127.0.0.1") return true; // as nearly every call has it
  // URLs have 127.0.0.1 as `::ffff:7f00:1` where it is written as an address of version 6.
  const bare = host
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/^::ffff:(?:7f([\da-f]{2}):[\da-f]{1,4}$)?/i, (_, mapped?: string) =>
      mapped === undefined ? "" : "127.0.0.1",
    );
  return (
    host === "localhost" ||
    host.endsWith(".localhost") ||
    bare === "::1" ||
    (isIP(bare) === 4 && bare.startsWith("127."))
  );
}

/** The hosts by which a mock may be called. */
export interface HostRules {
  /** Names beside this machine's own. */
  allowed: readonly string[];
  /** True where other machines may call the mock, by whatever name they know it. */
  isOpen: boolean;
}

/**
 * True where a `Host` header names this machine or one of the given hosts. A page whose own name was made to lead here
 * is refused. Browsers always send the header, so a call without it comes from no such page.
 */
export function isHostAllowed(header: string | undefined, allowed: readonly string[]): boolean {
  if (header === undefined) return true;
  const host = hostIn(header);
  return isLoopback(host) || allowed.some((name) => name.toLowerCase() === host);
}

/** True for an address, and for a name without a dot: nobody can make such a one lead elsewhere, as a page's own can. */
export function isHostFixed(header = ""): boolean {
  const host = hostIn(header);
  return isIP(host.replace(/^\[(.*)\]$/, "$1")) !== 0 || !host.includes(".");
}

/** Returns a sentence that names the host of a call which is not allowed, and what lets it in. */
export function refuseHost(header = ""): string {
  const host = hostIn(header)
    .replaceAll(/[^\w.:[\]-]/g, "?")
    .slice(0, 253);
  return `The mock does not answer to the host '${host}'; start it with --allow-host ${host} (option allowedHosts) to let it in.`;
}

const hostIn = (header: string) => header.replace(/:\d*$/, "").toLowerCase();
