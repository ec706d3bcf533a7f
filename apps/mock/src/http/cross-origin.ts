import type { Answer, Call } from "../call.js";
import { allowedMethods } from "../request/route.js";

/** The headers of every answer, so that pages of any origin can call the mock and read all of it. */
export const crossOriginHeaders = { "access-control-allow-origin": "*", "access-control-expose-headers": "*" };

/** Returns the headers of an admin answer for a page of another origin that may use it. */
export function adminOriginHeaders(origin: string): Record<string, string> {
  return { "access-control-allow-origin": origin, "access-control-expose-headers": "*", vary: "origin" };
}

/** Answers the question of a browser whether a page that may use the admin API may make a call. */
export function answerAdminPreflight({ headers }: Call): Answer {
  return {
    status: 204,
    headers: {
      "access-control-allow-methods": headers["access-control-request-method"] ?? "GET",
      "access-control-allow-headers": headers["access-control-request-headers"] ?? "*",
      "access-control-max-age": "600",
    },
    body: "",
  };
}

/**
 * Answers OPTIONS: a browser's preflight gets what it asks for, on any path, so that it sees the answer to the call
 * itself.
 */
export function answerOptions({ path, headers }: Call): Answer | undefined {
  const isPreflight = headers["access-control-request-method"] !== undefined;
  const allow = allowedMethods(path);
  if (allow === undefined && !isPreflight) return undefined;
  const asked = headers["access-control-request-headers"];
  return {
    status: 204,
    headers: {
      allow: allow ?? "GET, HEAD, POST, OPTIONS",
      ...(isPreflight && {
        "access-control-allow-methods": allow ?? "GET, HEAD, POST, OPTIONS",
        "access-control-allow-headers": asked ?? "*",
        "access-control-max-age": "600",
        vary: "access-control-request-headers",
      }),
    },
    body: "",
  };
}
