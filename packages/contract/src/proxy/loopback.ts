import { isIP } from "node:net";

/** True for a loopback address or name. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, "$1").replace(/^::ffff:/, "");
  return bare === "localhost" || bare === "::1" || (isIP(bare) === 4 && bare.startsWith("127."));
}

/**
 * Parses the upstream's URL. Throws if it is invalid, or if keys would be sent to another machine over plain http.
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
