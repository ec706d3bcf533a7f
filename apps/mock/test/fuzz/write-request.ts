import type { Operation } from "@model-access/contract";
import type { GeneratedBody, GeneratedRequest } from "./generated-request.js";

/** A generated request as `fetch` takes it. */
export function writeRequest(
  { method, path }: Operation,
  request: GeneratedRequest,
): { url: string; init: RequestInit } {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(request.path[name] ?? ""));
  const query = new URLSearchParams(request.query).toString();
  const { body, headers } = writeBody(request.body);
  return {
    url: `http://mock${filled}${query === "" ? "" : `?${query}`}`,
    init: {
      method,
      headers: { authorization: "Bearer sk-mock-full", ...headers, ...request.header },
      ...(body !== undefined && { body }),
    },
  };
}

function writeBody(body?: GeneratedBody): { body?: RequestInit["body"]; headers?: Record<string, string> } {
  if (body === undefined) return {};
  const { mediaType, value } = body;
  if (mediaType === "application/json") return { body: JSON.stringify(value), headers: { "content-type": mediaType } };
  const texts = Object.entries(value as Record<string, string>); // a form's value is made of texts
  if (mediaType === "application/x-www-form-urlencoded") return { body: new URLSearchParams(texts) };
  const form = new FormData();
  for (const [name, text] of texts) form.append(name, text);
  return { body: form };
}
