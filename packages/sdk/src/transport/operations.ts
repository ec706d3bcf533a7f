import type { RawClient } from "../raw/raw-client.js";
import type { OutgoingRequest } from "./outgoing-request.js";
import { serializePath } from "./path.js";

/** The calls of openapi-fetch, as far as the named methods make them: with its types, without the rest of its code. */
export type Operations = Pick<RawClient, "GET" | "POST">;

/** What the types of {@link Operations} let through. */
interface OperationInit {
  params?: {
    path?: Record<string, unknown>;
    query?: Record<string, unknown>;
    header?: Record<string, string | null | undefined>;
  };
  body?: unknown;
  signal: AbortSignal;
  fetch: (request: OutgoingRequest) => Promise<Response>;
}

/** Makes the requests that openapi-fetch makes of the same calls. Their answers are given out unread. */
export function createOperations(root: string): Operations {
  const call = (method: "GET" | "POST") => async (path: string, init: OperationInit) => {
    const { params = {}, body, signal, fetch } = init;
    const url = root + (params.path ? serializePath(path, params.path) : path) + queryOf(params.query);
    const sent = body === undefined || body instanceof FormData ? body : JSON.stringify(body);
    const headers: Record<string, string> = {};
    // The platform names the media type of a form, with its boundary.
    if (sent !== undefined && !(sent instanceof FormData)) headers["content-type"] = "application/json";
    for (const [name, value] of Object.entries(params.header ?? {})) {
      if (value === null) delete headers[name.toLowerCase()];
      else if (value !== undefined) headers[name.toLowerCase()] = value;
    }
    const response = await fetch({ method, url, headers, body: sent, signal });
    return { data: response.body ?? undefined, response };
  };
  // The types check every call against the contract; what is here serves all that the named methods make.
  return { GET: call("GET"), POST: call("POST") } as unknown as Operations;
}

function queryOf(query: Record<string, unknown> = {}): string {
  const fields: string[] = [];
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) fields.push(`${name}=${encodeURIComponent(item)}`);
    }
  }
  return fields.length === 0 ? "" : `?${fields.join("&")}`;
}
