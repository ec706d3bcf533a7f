import { isIP } from "node:net";

/** True for an address or a name that is this machine only. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, "$1").replace(/^::ffff:/, "");
  return bare === "localhost" || bare === "::1" || (isIP(bare) === 4 && bare.startsWith("127."));
}

/**
 * Returns the address of an upstream for forwarded requests. Throws one sentence for anything else, and for an address
 * to which keys would go over plain http to another machine.
 */
export function upstreamAt(text: string): URL {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new RangeError(`--upstream is '${text}'; give a URL such as https://api.example.com.`);
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "")
    throw new RangeError("--upstream must have no user, query or fragment; each caller sends its own key.");
  if (url.protocol === "http:" && !isLoopback(url.hostname))
    throw new RangeError(`--upstream is ${text}; keys must not go over plain http to another machine, so use https.`);
  return url;
}
