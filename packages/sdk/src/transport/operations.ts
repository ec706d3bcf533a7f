import type { ClientPathsWithMethod, MaybeOptionalInit } from "openapi-fetch";
import type { paths } from "../generated/openapi.js";
import type { FetchClient, InitArguments } from "../raw/raw-client.js";
import type { OutgoingRequest } from "./outgoing-request.js";
import { serializePath } from "./path.js";

/** Makes the requests of the named methods: with the types of openapi-fetch's calls, without the rest of its code. */
export interface Operations {
  GET: RequestMaker<"get">;
  POST: RequestMaker<"post">;
}

type RequestMaker<Method extends "get" | "post"> = <
  Path extends ClientPathsWithMethod<FetchClient, Method>,
  Init extends MaybeOptionalInit<paths[Path], Method>,
>(
  path: Path,
  ...init: InitArguments<Init>
) => OutgoingRequest;

/** What the types of {@link Operations} let through. */
interface OperationInit {
  params?: {
    path?: Record<string, unknown>;
    query?: Record<string, unknown>;
    header?: Record<string, string | null | undefined>;
  };
  body?: unknown;
}

/** Makes the requests that openapi-fetch makes of the same calls. */
export function createOperations(root: string): Operations {
  const request = (method: "GET" | "POST") => {
    return (path: string, { params = {}, body }: OperationInit = {}): OutgoingRequest => {
      const url = root + (params.path ? serializePath(path, params.path) : path) + queryOf(params.query);
      const sent = body === undefined || body instanceof FormData ? body : JSON.stringify(body);
      const headers: Record<string, string> = {};
      // The platform names the media type of a form, with its boundary.
      if (sent !== undefined && !(sent instanceof FormData)) headers["content-type"] = "application/json";
      for (const [name, value] of Object.entries(params.header ?? {})) {
        if (value === null) delete headers[name.toLowerCase()];
        else if (value !== undefined) headers[name.toLowerCase()] = value;
      }
      return { method, url, headers, body: sent };
    };
  };
  // The types check every call against the contract; what is here serves all that the named methods make.
  return { GET: request("GET"), POST: request("POST") } as Operations;
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
