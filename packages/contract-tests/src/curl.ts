import type { WireRequest } from "./wire/wire.js";
import { wrongKey } from "./write-request.js";

const ownHeaders = ["content-length", "accept-encoding", "user-agent"];

/** A command line that repeats a request. The caller's key stays in the environment; quoting leaves the shell nothing to run. */
export function curlOf({ method, url, headers, body }: WireRequest): string {
  const shown = Object.entries(headers).filter(([name]) => !ownHeaders.includes(name));
  return [
    "curl -sS -i",
    ...(method === "GET" ? [] : [`-X ${method}`]),
    quoted(url),
    ...shown.map(([name, value]) => `-H ${headerArgument(name, value)}`),
    ...(body === undefined ? [] : [`-d ${quoted(body)}`]),
  ].join(" ");
}

function headerArgument(name: string, value: string): string {
  const isKey = name === "authorization" || name === "x-api-key";
  if (!isKey || value.endsWith(wrongKey)) return quoted(`${name}: ${value}`);
  return `"${name}: ${name === "authorization" ? "Bearer " : ""}$MODEL_ACCESS_API_KEY"`;
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
