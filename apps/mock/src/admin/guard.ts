import type { Call } from "../call.js";
import { Refusal } from "../refusal.js";

/**
 * Lets in what may administer the mock: calls from this machine, or any where `isRemoteAllowed`; of a browser those of the
 * mock's own pages and of `allowedOrigins`; and to change something, only those with the header that no foreign page can send unasked.
 */
export function checkAdminCall(
  { method, headers, isLocal }: Call,
  { isRemoteAllowed, allowedOrigins }: { isRemoteAllowed: boolean; allowedOrigins: readonly string[] },
): void {
  if (!isLocal && !isRemoteAllowed) {
    throw new Refusal(
      "permission_denied",
      "The mock is administered from its own machine only; start it with --remote-admin to change that.",
    );
  }
  if (!isSameOrigin(headers) && !allowedOrigins.includes(headers.origin ?? "")) {
    throw new Refusal(
      "permission_denied",
      "Only the mock's own pages may administer it; start it with --allow-origin to let others in.",
    );
  }
  const isRead = method === "GET" || method === "HEAD" || method === "OPTIONS";
  if (!isRead && headers["x-mock-admin"] === undefined) {
    throw new Refusal("permission_denied", "To change the mock, send the header 'x-mock-admin: 1'.");
  }
}

/** Browsers say which page a call comes from; other clients say nothing. */
function isSameOrigin({ origin, host, "sec-fetch-site": site }: Call["headers"]): boolean {
  if (site !== undefined && site !== "same-origin" && site !== "none") return false;
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
