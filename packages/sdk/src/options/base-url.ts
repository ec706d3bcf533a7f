import { check } from "./check-options.js";

/**
 * The root of a deployment, from any of the forms in which people write it: with or without a final slash, `/v1` or
 * interface (`/v1/messages`), and with a path prefix kept. The paths of the contract (`/v1/models`,
 * `/usage/current_balance`) are appended to it.
 *
 * @example
 * resolveBaseURL("https://api.example/gateway/v1/"); // "https://api.example/gateway"
 */
export function resolveBaseURL(input: string): string {
  const text = String(input).trim();
  const url = /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  // The URL is not shown here: it may hold a password or a key.
  check(
    "baseURL",
    url !== undefined && url.username + url.password + url.search + url.hash === "",
    'is not an http(s) URL without user name, query and fragment; write it like "https://api.example/v1".',
  );
  // The check above says that it is one.
  return (
    (url as URL).origin +
    (url as URL).pathname.replace(/(?<!\/)\/*(\/v1(\/(chat\/completions|messages|responses))?\/*)?$/, "")
  );
}

const loopback = /^(localhost|\[::1\]|127(\.\d+){3})$/;

/** Refuses `http://` (R1.15), except for loopback addresses and the hosts named exactly in `allowInsecureHosts`. */
export function requireHTTPS(root: string, allowInsecureHosts: readonly string[] = []): void {
  const { protocol, hostname, host } = new URL(root);
  const isAllowed =
    protocol === "https:" ||
    loopback.test(hostname) ||
    allowInsecureHosts.some((name) => name === hostname || name === host);
  check(
    "baseURL",
    isAllowed,
    `${root} does not use HTTPS; use https://, or pass allowInsecureHosts: ["${hostname}"] on a network of your own.`,
  );
}
