import { type Keys, keyVariables } from "../keys/key-variables.js";
import { nearlyRight } from "../run/write-request.js";
import type { WireRequest } from "../wire/wire.js";

/** No command line is longer, but for the escapes in it. */
export const longestCommand = 16_000;

const longestBody = 8_000;
const ownHeaders = ["content-length", "accept-encoding", "user-agent"];

/**
 * A command line for any POSIX shell that repeats a request. A key is named by its environment variable wherever the
 * request carries it; quoting leaves the shell and curl itself nothing else to read, run or expand.
 */
export function curlOf({ method, url, headers, body }: WireRequest, keys: Partial<Keys> = {}): string {
  const quote = (text: string) => quoted(text, keys);
  const shown = Object.entries(headers).filter(([name]) => !ownHeaders.includes(name));
  return [
    "curl -sS -i --globoff",
    ...(method === "GET" ? [] : method === "HEAD" ? ["--head"] : [`-X ${method}`]),
    quote(url),
    // A header without a value takes a semicolon; with a colon, curl would leave it out.
    ...shown.map(([name, value]) => `-H ${quote(value === "" ? `${name};` : `${name}: ${value}`)}`),
    ...bodyArguments(body, quote),
  ].join(" ");
}

function bodyArguments(body: string | undefined, quote: (text: string) => string): string[] {
  if (body === undefined) return [];
  if (body.length > longestBody) return ["--data-binary @body # the body is in the journal of the run"];
  return [`--data-raw ${quote(body)}`];
}

function quoted(text: string, keys: Partial<Keys>): string {
  const names = Object.keys(keyVariables) as (keyof Keys)[]; // the table has no other names
  const name = names
    .filter((each) => keys[each] && text.includes(keys[each]))
    .sort((one, other) => lengthOf(keys[other]) - lengthOf(keys[one]))[0]; // one key may begin another
  const nearly = keys.apiKey ? nearlyRight(keys.apiKey) : undefined;
  // The key without its last character, and the one that it was changed to.
  if (name === undefined && nearly !== undefined && text.includes(nearly))
    return text
      .split(nearly)
      .map((part) => quoted(part, keys))
      .join(`"\${${keyVariables.apiKey}%?}"${nearly.slice(-1)}`);
  if (name === undefined) return text === "" ? "" : `'${text.replaceAll("'", "'\\''")}'`;
  const parts = text.split(keys[name] ?? "");
  return parts.map((part) => quoted(part, keys)).join(`"$${keyVariables[name]}"`);
}

const lengthOf = (key = "") => key.length;
