/**
 * The root of a deployment from the address a person gives: with or without a final `/v1` or slash, a path prefix kept.
 * Throws a one-sentence error for anything that is not an http(s) address.
 */
export function rootOf(baseURL: string): string {
  const url = URL.canParse(baseURL) ? new URL(baseURL) : undefined;
  if (url === undefined || !["http:", "https:"].includes(url.protocol)) {
    throw new Error("The base URL is not an http or https address; give one such as https://api.example.com.");
  }
  if (url.username !== "" || url.password !== "") {
    throw new Error("The base URL has a user name or a password; leave them out, and put the key in the environment.");
  }
  if (url.search !== "" || url.hash !== "") {
    throw new Error("The base URL has a query or a fragment; leave them out.");
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, "").replace(/\/v1$/, "").replace(/\/+$/, "")}`;
}

/** True for an address that never leaves the machine, where plain HTTP is no risk. */
export function isLoopback(address: string): boolean {
  const { hostname } = new URL(address);
  return (
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    hostname === "[::1]" ||
    /^127(\.\d+){3}$/.test(hostname)
  );
}
