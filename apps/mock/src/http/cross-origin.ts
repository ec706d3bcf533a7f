import type { Answer, Call } from "../call.js";
import { allowedMethods } from "../request/route.js";

/**
 * Returns an answer that pages of any origin can read, or that of one which may administer the mock. A browser that names an
 * origin may send credentials, and then takes no `*`.
 */
export function openedTo(origin: string | undefined, answer: Answer): Answer {
  const { headers } = answer;
  const exposed = origin === undefined ? "*" : Object.keys(headers).join(", ");
  return {
    ...answer,
    headers: {
      ...headers,
      "access-control-allow-origin": origin ?? "*",
      "access-control-expose-headers": exposed,
      ...(origin !== undefined && {
        "access-control-allow-credentials": "true",
        vary: [headers.vary, "origin"].filter((name) => name !== undefined).join(", "),
      }),
    },
  };
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
