/** Of one connection only (RFC 9110, 7.6.1), or set again for the next one. */
export const ofConnection: ReadonlySet<string> = new Set([
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
